//! Whole components: the header and the clauses, in any order.
//!
//! An error inside a clause is recorded and parsing resumes at the next clause word, so that a broken invariant does
//! not hide a broken operation.

use super::ast::{
    Binary, ComponentKind, Definition, DefinitionBody, Formula, Ident, Machine, MachineUse, Node, Operation,
    SetDeclaration,
};
use super::parser::{ParseError, Parsed, Parser, is_clause, is_reserved};
use super::token::{Token, lex};
use diagnostics::FileId;

/// Parses one component. The machine holds whatever could be read even when there are errors.
pub fn parse_machine(file: FileId, text: &str) -> (Option<Machine>, Vec<ParseError>) {
    let mut parser = Parser::new(lex(file, text));
    let mut errors = Vec::new();
    let mut machine = match parser.header() {
        Ok(machine) => machine,
        Err(error) => return (None, vec![error]),
    };
    while !parser.at_end() && !parser.at_word("END") {
        let before = parser.at;
        if let Err(error) = parser.clause(&mut machine) {
            errors.push(error);
            parser.recover(before);
        }
    }
    if machine.kind != ComponentKind::Definitions && !parser.eat_word("END") {
        errors.push(parser.unexpected("a clause or `END`"));
    }
    if errors.is_empty() && !parser.at_end() {
        errors.push(parser.unexpected("the end of the file"));
    }
    let named = machine.variables.iter().chain(&machine.constants);
    let is_defined = |name: &&Ident| machine.definitions.iter().any(|own| own.name.name == name.name);
    machine.lists = named.filter(is_defined).cloned().collect();
    machine.variables = listed(&machine.definitions, &machine.variables);
    machine.constants = listed(&machine.definitions, &machine.constants);
    (Some(machine), errors)
}

/// The names, with definitions such as `Vars == (x, y, z)` replaced by what they list.
fn listed(definitions: &[Definition], names: &[Ident]) -> Vec<Ident> {
    let tuple = |name: &Ident| {
        let own = definitions.iter().find(|own| own.name.name == name.name && own.parameters.is_empty())?;
        let DefinitionBody::Formula(body) = &own.body else { return None };
        let mut out = Vec::new();
        leaves(body, &mut out)?;
        (out.len() > 1).then_some(out)
    };
    names.iter().flat_map(|name| tuple(name).unwrap_or_else(|| vec![name.clone()])).collect()
}

/// The names of a tuple of names.
fn leaves(tuple: &Formula, out: &mut Vec<Ident>) -> Option<()> {
    match &tuple.node {
        Node::Binary(Binary::Maplet, left, right) => {
            leaves(left, out)?;
            leaves(right, out)
        }
        Node::Name(name) => {
            out.push(Ident { name: name.clone(), span: tuple.span });
            Some(())
        }
        _ => None,
    }
}

impl Parser {
    fn header(&mut self) -> Parsed<Machine> {
        let kind = if self.eat_word("MACHINE") || self.eat_word("MODEL") || self.eat_word("SYSTEM") {
            ComponentKind::Machine
        } else if self.eat_word("REFINEMENT") {
            ComponentKind::Refinement
        } else if self.eat_word("IMPLEMENTATION") {
            ComponentKind::Implementation
        } else if self.at_word("DEFINITIONS") {
            let name = Ident { name: String::new(), span: self.span() };
            return Ok(empty_machine(ComponentKind::Definitions, name));
        } else {
            return Err(self.unexpected("`MACHINE`, `REFINEMENT` or `IMPLEMENTATION`"));
        };
        let name = self.identifier()?;
        let mut machine = empty_machine(kind, name);
        if self.eat("(") {
            machine.parameters = self.identifiers()?;
            self.expect(")")?;
        }
        Ok(machine)
    }

    /// Skips to the next clause word after an error.
    fn recover(&mut self, before: usize) {
        if self.at == before {
            self.advance();
        }
        while !self.at_end() {
            // INVARIANT also occurs inside WHILE; resuming there only produces one more located error.
            if matches!(self.peek(), Token::Ident(word) if is_clause(word)) {
                return;
            }
            self.advance();
        }
    }

    fn clause(&mut self, machine: &mut Machine) -> Parsed<()> {
        let Token::Ident(word) = self.peek().clone() else {
            return Err(self.unexpected("a clause or `END`"));
        };
        if !is_clause(&word) {
            return Err(self.unexpected("a clause or `END`"));
        }
        let span = self.span();
        self.advance();
        match word.as_str() {
            "REFINES" => machine.refines = Some(self.identifier()?),
            "SETS" => self.sets(machine)?,
            "CONSTANTS" | "CONCRETE_CONSTANTS" | "ABSTRACT_CONSTANTS" => {
                machine.constants.extend(self.identifiers()?)
            }
            "VARIABLES" | "ABSTRACT_VARIABLES" => machine.variables.extend(self.identifiers()?),
            "CONCRETE_VARIABLES" => {
                let names = self.identifiers()?;
                machine.concrete_variables.extend(names.iter().map(|name| name.name.clone()));
                machine.variables.extend(names);
            }
            "CONSTRAINTS" => machine.constraints.push(self.formula()?),
            "PROPERTIES" => machine.properties.push(self.formula()?),
            "INVARIANT" => machine.invariant.push(self.formula()?),
            "ASSERTIONS" => self.assertions(machine)?,
            "INITIALISATION" | "INITIALIZATION" => machine.initialisation = Some(self.substitution()?),
            "OPERATIONS" | "LOCAL_OPERATIONS" | "EVENTS" => {
                machine.operations_span.get_or_insert(span);
                self.operations(machine)?;
            }
            "DEFINITIONS" => self.definitions(machine)?,
            "SEES" => machine.sees.extend(self.machine_uses()?),
            "USES" => machine.uses.extend(self.machine_uses()?),
            "INCLUDES" => machine.includes.extend(self.machine_uses()?),
            "EXTENDS" => machine.extends.extend(self.machine_uses()?),
            "IMPORTS" => machine.imports.extend(self.machine_uses()?),
            "REFERENCES" => machine.sees.extend(self.machine_uses()?),
            "PROMOTES" => machine.promotes.extend(self.identifiers()?),
            "VALUES" => self.values(machine)?,
            other => {
                machine.unsupported.push(Ident { name: other.to_owned(), span });
                self.recover(self.at);
            }
        }
        self.eat(";");
        Ok(())
    }

    fn sets(&mut self, machine: &mut Machine) -> Parsed<()> {
        loop {
            if matches!(self.peek(), Token::Ident(word) if is_reserved(word)) {
                return Ok(());
            }
            let name = self.identifier()?;
            let elements = if self.eat("=") {
                self.expect("{")?;
                let names = self.identifiers()?;
                self.expect("}")?;
                Some(names)
            } else {
                None
            };
            machine.sets.push(SetDeclaration { name, elements });
            if !self.eat(";") && !self.eat(",") {
                return Ok(());
            }
        }
    }

    fn assertions(&mut self, machine: &mut Machine) -> Parsed<()> {
        loop {
            machine.assertions.push(self.formula()?);
            let more = self.eat(";");
            if !more || matches!(self.peek(), Token::Ident(word) if is_clause(word) || word == "END") {
                return Ok(());
            }
        }
    }

    fn operations(&mut self, machine: &mut Machine) -> Parsed<()> {
        loop {
            if matches!(self.peek(), Token::Ident(word) if is_reserved(word)) || self.at_end() {
                return Ok(());
            }
            machine.operations.push(self.operation()?);
            if !self.eat(";") {
                return Ok(());
            }
        }
    }

    fn operation(&mut self) -> Parsed<Operation> {
        let mut results = Vec::new();
        let mut name = self.identifier()?;
        if self.at_symbol(",") || self.at_symbol("<--") {
            results.push(name);
            while self.eat(",") {
                results.push(self.identifier()?);
            }
            self.expect("<--")?;
            name = self.identifier()?;
        }
        let mut parameters = Vec::new();
        if self.eat("(") && !self.eat(")") {
            parameters = self.identifiers()?;
            self.expect(")")?;
        }
        if !self.eat("==") {
            self.expect("=")?;
        }
        let body = self.substitution()?;
        Ok(Operation { name, results, parameters, body })
    }

    fn machine_uses(&mut self) -> Parsed<Vec<MachineUse>> {
        self.list(|parser| {
            let mut name = parser.identifier()?;
            let mut prefix = None;
            if let Some((before, after)) = name.name.rsplit_once('.') {
                prefix = Some(before.to_owned());
                name.name = after.to_owned();
            }
            let arguments = if parser.eat("(") {
                let arguments = parser.formulas()?;
                parser.expect(")")?;
                arguments
            } else {
                Vec::new()
            };
            Ok(MachineUse { name, prefix, arguments })
        })
    }

    fn values(&mut self, machine: &mut Machine) -> Parsed<()> {
        loop {
            let name = self.identifier()?;
            self.expect("=")?;
            machine.values.push((name, self.formula()?));
            if !self.eat(";") || matches!(self.peek(), Token::Ident(word) if is_reserved(word)) {
                return Ok(());
            }
        }
    }

    fn definitions(&mut self, machine: &mut Machine) -> Parsed<()> {
        loop {
            if let Token::Text(path) = self.peek().clone() {
                machine.definition_files.push((path, self.span()));
                self.advance();
            } else if matches!(self.peek(), Token::Ident(word) if !is_reserved(word)) {
                machine.definitions.push(self.definition()?);
            } else {
                return Ok(());
            }
            if !self.eat(";") {
                return Ok(());
            }
        }
    }

    fn definition(&mut self) -> Parsed<Definition> {
        let name = self.definition_name()?;
        let mut parameters = Vec::new();
        if self.eat("(") {
            parameters = self.identifiers()?;
            self.expect(")")?;
        }
        self.expect("==")?;
        Ok(Definition { name, parameters, body: self.definition_body()? })
    }

    fn definition_name(&mut self) -> Parsed<Ident> {
        self.identifier()
    }

    /// A formula if one stands before the end of the definition, otherwise a substitution.
    fn definition_body(&mut self) -> Parsed<DefinitionBody> {
        let start = self.at;
        let formula_error = match self.formula() {
            Ok(formula) if self.definition_ends() => return Ok(DefinitionBody::Formula(formula)),
            Ok(_) => self.unexpected("`;` or a clause"),
            Err(error) => error,
        };
        let reached = self.at;
        self.at = start;
        match self.parallel_substitution() {
            Ok(body) if self.definition_ends() => Ok(DefinitionBody::Substitution(body)),
            Ok(_) | Err(_) if self.at <= reached => Err(formula_error),
            Ok(_) => Err(self.unexpected("`;` or a clause")),
            Err(error) => Err(error),
        }
    }

    fn definition_ends(&self) -> bool {
        self.at_symbol(";") || self.at_end() || matches!(self.peek(), Token::Ident(word) if is_reserved(word))
    }
}

fn empty_machine(kind: ComponentKind, name: Ident) -> Machine {
    Machine {
        kind,
        name,
        parameters: Vec::new(),
        refines: None,
        sees: Vec::new(),
        uses: Vec::new(),
        includes: Vec::new(),
        extends: Vec::new(),
        imports: Vec::new(),
        promotes: Vec::new(),
        sets: Vec::new(),
        constants: Vec::new(),
        variables: Vec::new(),
        lists: Vec::new(),
        concrete_variables: Vec::new(),
        constraints: Vec::new(),
        properties: Vec::new(),
        invariant: Vec::new(),
        assertions: Vec::new(),
        values: Vec::new(),
        initialisation: None,
        operations: Vec::new(),
        operations_span: None,
        definitions: Vec::new(),
        definition_files: Vec::new(),
        unsupported: Vec::new(),
    }
}
