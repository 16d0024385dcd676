//! Grows expressions: numbers, conditions, messages and patterns.
use super::grow::Grower;
use super::print::expression;
use super::scope::{Known, KnownChannel, Role, place};
use super::tree::{Expression, Place, Type};

impl Grower {
    /// A number, usually small and not negative.
    pub fn number(&mut self, depth: usize) -> Expression {
        if depth == 0 || self.random.chance(45) {
            return self.leaf();
        }
        let operator = ["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"]
            [self.random.weighted(&[40, 6, 12, 8, 8, 4, 3, 4, 5, 10])];
        let left = self.number(depth - 1);
        match operator {
            // A variable divisor is grown elsewhere: see `division.rs`.
            "/" | "%" => {
                let divisor = self.random.between(1, 4) as i64;
                Expression::binary(left, operator, Expression::Number(divisor))
            }
            "<<" | ">>" => {
                Expression::binary(left, operator, Expression::Number(self.random.below(3) as i64))
            }
            _ => Expression::binary(left, operator, self.number(depth - 1)),
        }
    }

    fn leaf(&mut self) -> Expression {
        match self.random.weighted(&[40, 100, 8, 4, 6, 2, 3]) {
            0 => Expression::Number(self.random.below(4) as i64),
            2 => Expression::word("_pid"),
            3 => Expression::word("_nr_pr"),
            4 => {
                let condition = Box::new(self.comparison());
                let (yes, no) = (self.read_number(), Expression::Number(self.random.below(3) as i64));
                Expression::Choice(condition, Box::new(yes), Box::new(no))
            }
            5 => {
                let operator = ["-", "~"][self.random.below(2)];
                Expression::Unary(operator, Box::new(self.read_number()))
            }
            6 => match self.scope.channel(&mut self.random, |channel| channel.capacity > 0) {
                Some(channel) => {
                    let channel = Expression::Read(self.channel_place(&channel));
                    Expression::Function("len", Box::new(channel))
                }
                None => self.read_number(),
            },
            _ => self.read_number(),
        }
    }

    /// A number variable, or a constant where there is none.
    pub fn read_number(&mut self) -> Expression {
        match self.scope.variable(&mut self.random, |known| known.role == Role::Number) {
            Some(known) => Expression::Read(self.place_of(&known)),
            None => Expression::Number(self.random.below(3) as i64),
        }
    }

    /// A number from 0 to below `bound`, but for the rare deliberate excess.
    pub fn bounded(&mut self, bound: i64) -> Expression {
        match self.random.weighted(&[30, 25, 40, 2]) {
            0 => Expression::Number(self.random.below(bound as usize) as i64),
            1 => {
                let fits = |known: &Known| known.role == Role::Number && known.bound <= bound;
                match self.scope.variable(&mut self.random, fits) {
                    Some(known) => Expression::Read(self.place_of(&known)),
                    None => Expression::Number(self.random.below(bound as usize) as i64),
                }
            }
            2 => Expression::binary(self.number(2), "%", Expression::Number(bound)),
            // Out of the bound and out of most types' range, yet taking few values.
            _ => {
                let few = Expression::binary(self.number(1), "%", Expression::Number(5));
                Expression::binary(few, "-", Expression::Number(2))
            }
        }
    }

    /// An index into an array of `size` elements.
    pub fn index(&mut self, size: usize) -> Expression {
        // Indices are grown without arrays inside, so that this ends.
        let fits =
            |known: &Known| known.role == Role::Number && known.size.is_none() && known.field.is_none();
        let variable = self.scope.variable(&mut self.random, |k| fits(k) && k.bound <= size as i64);
        let any = self.scope.variable(&mut self.random, fits).map_or("_pid".to_owned(), |known| known.name);
        match (self.random.weighted(&[35, 35, 15, 14, 1]), variable) {
            (1, Some(known)) => Expression::name(&known.name),
            (2, _) => Expression::binary(Expression::word("_pid"), "%", Expression::Number(size as i64)),
            (3, _) => Expression::binary(Expression::word(&any), "%", Expression::Number(size as i64)),
            (4, _) => Expression::word(&any),
            _ => Expression::Number(self.random.below(size) as i64),
        }
    }

    /// A comparison of two numbers or two names of the mtype.
    pub fn comparison(&mut self) -> Expression {
        if self.random.chance(12)
            && let Some(known) = self.scope.variable(&mut self.random, |known| known.role == Role::Mtype)
        {
            let (left, right) = (Expression::Read(self.place_of(&known)), self.mtype_value());
            return Expression::binary(left, ["==", "!="][self.random.below(2)], right);
        }
        let operator = ["==", "!=", "<", "<=", ">", ">="][self.random.weighted(&[30, 20, 20, 15, 10, 10])];
        let depth = usize::from(self.random.chance(30));
        let (left, right) = (self.number(depth), self.number(0));
        Expression::binary(left, operator, right)
    }

    /// A condition, with the rarer tests of channels, processes and the environment at its outermost level.
    pub fn condition(&mut self) -> Expression {
        let grown = self.whole_condition();
        if self.random.chance(20) { Expression::Bare(Box::new(grown)) } else { grown }
    }

    fn whole_condition(&mut self) -> Expression {
        match self.random.weighted(&[50, 12, 8, 5, 18, 9, 1, 1]) {
            1 => {
                let (left, right) = (self.comparison(), self.comparison());
                Expression::binary(left, "&&", right)
            }
            2 => {
                let (left, right) = (self.comparison(), self.comparison());
                Expression::binary(left, "||", right)
            }
            3 => Expression::Unary("!", Box::new(self.comparison())),
            4 => self.channel_test(),
            5 => self.remote(),
            // SPIN refuses `enabled` beside rendezvous channels.
            6 if self.scope.channels.iter().all(|channel| channel.capacity > 0) => {
                Expression::Function("enabled", Box::new(Expression::Number(self.random.below(2) as i64)))
            }
            7 => equal_to(Expression::word("_last"), self.random.below(2)),
            _ => self.comparison(),
        }
    }

    fn channel_test(&mut self) -> Expression {
        let Some(channel) = self.scope.channel(&mut self.random, |channel| channel.capacity > 0) else {
            return self.comparison();
        };
        let target = self.channel_place(&channel);
        if self.random.chance(35) && !channel.fields.iter().any(|field| matches!(field, Type::Structure(_))) {
            let operator = ["?", "??"][self.random.below(2)];
            let pattern = channel.fields.iter().map(|field| self.matching(field)).collect();
            return Expression::Poll(target, operator, pattern);
        }
        let function = ["empty", "nempty", "full", "nfull"][self.random.below(4)];
        Expression::Function(function, Box::new(Expression::Read(target)))
    }

    fn remote(&mut self) -> Expression {
        let known = self.random.pick(&self.scope.remote).cloned();
        match known {
            None => self.comparison(),
            Some(known) => {
                let number = Box::new(Expression::Number(known.number as i64));
                match known.local.filter(|_| self.random.chance(40)) {
                    None => Expression::AtLabel(known.process, number, known.label),
                    Some(local) => {
                        let value = Expression::Number(self.random.below(3) as i64);
                        Expression::binary(Expression::Remote(known.process, number, local), "==", value)
                    }
                }
            }
        }
    }

    /// A name of the mtype, or a variable that holds one.
    pub fn mtype_value(&mut self) -> Expression {
        let variable = self.scope.variable(&mut self.random, |known| known.role == Role::Mtype);
        match variable.filter(|_| self.random.chance(30)) {
            Some(known) => Expression::Read(self.place_of(&known)),
            None => match self.random.pick(&self.scope.mtype).cloned() {
                Some(name) => Expression::Word(name),
                None => Expression::Number(1),
            },
        }
    }

    /// One field of a message to send.
    pub fn argument(&mut self, field: &Type) -> Expression {
        match field {
            Type::Basic("mtype") => self.mtype_value(),
            Type::Basic("chan") => self.channel_value(),
            Type::Structure(name) => self.structure(name),
            field => self.bounded(field_bound(field)),
        }
    }

    /// The fields of a receive. SPIN refuses a variable that is stored to by two of them, and where one is stored to
    /// and read by another (`q?eval(x), x`), or by the index of the channel (`q[x]?x`), pan spoils a channel when it
    /// takes the step back.
    pub fn patterns(&mut self, channel: &Place, fields: &[Type]) -> Vec<Expression> {
        let mut patterns: Vec<Expression> = Vec::new();
        let index = Expression::Read(channel.clone());
        for field in fields {
            let grown = self.pattern(field);
            let clashes = |earlier: &Expression| mentions(earlier, &grown) || mentions(&grown, earlier);
            let clash = mentions(&index, &grown) || patterns.iter().any(clashes);
            patterns.push(if clash { Expression::word("_") } else { grown });
        }
        patterns
    }

    fn pattern(&mut self, field: &Type) -> Expression {
        match field {
            Type::Structure(name) => self.structure(name),
            Type::Basic("chan") => Expression::word("_"),
            field if self.random.chance(55) => {
                let role = if *field == Type::Basic("mtype") { Role::Mtype } else { Role::Number };
                let bound = field_bound(field);
                let fits = |known: &Known| {
                    known.role == role && !known.read_only && (known.bound >= bound || role == Role::Mtype)
                };
                match self.scope.variable(&mut self.random, fits) {
                    Some(known) => Expression::Read(self.place_of(&known)),
                    None => Expression::word("_"),
                }
            }
            field => self.matching(field),
        }
    }

    /// A field of a receive or poll that stores nothing.
    fn matching(&mut self, field: &Type) -> Expression {
        match (self.random.below(3), field) {
            (0, _) | (_, Type::Basic("chan") | Type::Structure(_)) => Expression::word("_"),
            (1, field) => {
                let value =
                    if *field == Type::Basic("mtype") { self.mtype_value() } else { self.read_number() };
                Expression::Function("eval", Box::new(value))
            }
            (_, Type::Basic("mtype")) => self
                .random
                .pick(&self.scope.mtype)
                .map_or(Expression::word("_"), |name| Expression::word(name)),
            (_, field) => Expression::Number(self.random.below(field_bound(field) as usize) as i64),
        }
    }

    fn structure(&mut self, kind: &str) -> Expression {
        let all = &self.scope.structures;
        let fitting: Vec<_> = all.iter().filter(|(_, of)| of == kind).map(|(name, _)| name.clone()).collect();
        self.random.pick(&fitting).map_or(Expression::word("_"), |name| Expression::name(name))
    }

    fn channel_value(&mut self) -> Expression {
        match self.scope.channel(&mut self.random, |_| true) {
            Some(channel) => Expression::Read(self.channel_place(&channel)),
            None => Expression::Number(0),
        }
    }

    /// A channel, with an index where it is one of an array.
    pub fn channel_place(&mut self, channel: &KnownChannel) -> Place {
        match channel.size {
            None => Place::plain(&channel.name),
            Some(size) => Place::element(&channel.name, self.index(size)),
        }
    }

    /// A variable, with its indices.
    pub fn place_of(&mut self, known: &Known) -> Place {
        place(known, |size| self.index(size))
    }
}

/// The values sent in a field stay below this.
pub fn field_bound(field: &Type) -> i64 {
    match field {
        Type::Basic("bit" | "bool") | Type::Unsigned(1) => 2,
        _ => 3,
    }
}

fn equal_to(left: Expression, number: usize) -> Expression {
    Expression::binary(left, "==", Expression::Number(number as i64))
}

/// Whether `pattern` names the variable that `storing` stores to, if it stores at all.
fn mentions(pattern: &Expression, storing: &Expression) -> bool {
    match storing {
        Expression::Read(place) => expression(pattern).contains(&place.name),
        _ => false,
    }
}
