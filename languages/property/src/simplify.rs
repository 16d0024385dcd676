//! Simplification of formulas before they are translated.
//!
//! Formulas in negation normal form are rewritten from the inside out until nothing changes. The rules are those of
//! Somenzi and Bloem (CAV 2000) and of Etessami and Holzmann (CONCUR 2000), with the factoring
//! rules that every translator has. No rule makes a formula longer. A formula that is purely eventual and purely
//! universal, such as `[]<> p`, has the same value everywhere in a word and moves out of other operators.
//!
//! Equivalence was the only measure of a rule; that each keeps it is tested on random formulas and words.

use crate::formula::{Formula, Logic, Operator};

impl Logic {
    /// An equivalent formula in negation normal form that is not longer and usually has a smaller automaton.
    ///
    /// ```
    /// use property::{Atom, Logic};
    /// let mut logic = Logic::new();
    /// let p = logic.atom(Atom(0));
    /// let eventually = logic.eventually(p);
    /// let recurring = logic.always(eventually);
    /// let later = logic.next(recurring);
    /// assert_eq!(logic.simplify(later), recurring);
    /// ```
    pub fn simplify(&mut self, formula: Formula) -> Formula {
        let mut current = self.normal_form(formula);
        // Rules may enable one another across levels; each pass shortens the formula or ends the loop.
        for _ in 0..8 {
            let next = self.simplify_once(current);
            if next == current {
                break;
            }
            current = next;
        }
        current
    }

    fn simplify_once(&mut self, formula: Formula) -> Formula {
        if let Some(&known) = self.simplified.get(&formula) {
            return known;
        }
        let result = match self.operator(formula).clone() {
            Operator::And(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.simplify_once(f)).collect();
                self.simplify_and(parts)
            }
            Operator::Or(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|&f| self.simplify_once(f)).collect();
                self.simplify_or(parts)
            }
            Operator::Next(f) => {
                let f = self.simplify_once(f);
                self.simplify_next(f)
            }
            Operator::Until(f, g) => {
                let (f, g) = (self.simplify_once(f), self.simplify_once(g));
                self.simplify_until(f, g)
            }
            Operator::Release(f, g) => {
                let (f, g) = (self.simplify_once(f), self.simplify_once(g));
                self.simplify_release(f, g)
            }
            // The past is left as it is written: it costs bits of history, not obligations.
            _ => formula,
        };
        self.simplified.insert(formula, result);
        result
    }

    /// Has it the same value at every position of a word?
    pub(crate) fn is_suspendable(&self, formula: Formula) -> bool {
        self.is_eventual(formula) && self.is_universal(formula)
    }

    fn simplify_next(&mut self, f: Formula) -> Formula {
        if self.is_suspendable(f) { f } else { self.next(f) }
    }

    fn simplify_until(&mut self, f: Formula, g: Formula) -> Formula {
        let not_g = self.negation(g);
        if self.implies(f, g) || self.is_eventual(g) {
            return g;
        }
        if f != Formula::TRUE && self.implies(not_g, f) {
            return self.simplify_until(Formula::TRUE, g);
        }
        match (self.operator(f).clone(), self.operator(g).clone()) {
            // `X a U X b` is `X (a U b)`, and `<> X b` is `X <> b`.
            (Operator::Next(a), Operator::Next(b)) => {
                let inner = self.simplify_until(a, b);
                return self.next(inner);
            }
            (Operator::True, Operator::Next(b)) => {
                let inner = self.simplify_until(f, b);
                return self.next(inner);
            }
            // `a U (b U c)` is `b U c` where `a` implies `b`; where `b` implies `a`, it is `a U c`.
            (_, Operator::Until(b, c)) if self.implies(f, b) => return self.until(b, c),
            (_, Operator::Until(b, c)) if self.implies(b, f) => return self.simplify_until(f, c),
            (Operator::True, Operator::Or(parts)) => {
                let parts: Vec<Formula> = parts.iter().map(|&b| self.simplify_until(f, b)).collect();
                if parts.iter().any(|&b| !matches!(self.operator(b), Operator::Until(Formula::TRUE, _))) {
                    return self.simplify_or(parts);
                }
            }
            // What has one value everywhere moves out: `a U (b && []<> c)` is `a U b && []<> c`.
            (_, Operator::And(parts)) => {
                let (fixed, rest): (Vec<Formula>, Vec<Formula>) =
                    parts.iter().partition(|&&b| self.is_suspendable(b));
                if !fixed.is_empty() {
                    let rest = self.all(rest);
                    let until = self.simplify_until(f, rest);
                    return self.simplify_and(fixed.into_iter().chain([until]).collect());
                }
            }
            _ => {}
        }
        self.until(f, g)
    }

    fn simplify_release(&mut self, f: Formula, g: Formula) -> Formula {
        // The dual formula is simplified and negated, so that every rule is written once.
        let (not_f, not_g) = (self.negation(f), self.negation(g));
        let dual = self.simplify_until(not_f, not_g);
        self.negation(dual)
    }

    fn simplify_and(&mut self, parts: Vec<Formula>) -> Formula {
        let joined = self.all(parts);
        let Operator::And(parts) = self.operator(joined).clone() else { return joined };
        let parts = self.without_implied(parts.into_vec());
        if self.contradict(&parts) {
            return Formula::FALSE;
        }
        let parts = self.without_refuted(parts);
        let parts = self.factor(parts);
        self.all(parts)
    }

    fn simplify_or(&mut self, parts: Vec<Formula>) -> Formula {
        let parts: Vec<Formula> = parts.into_iter().map(|f| self.negation(f)).collect();
        let dual = self.simplify_and(parts);
        self.negation(dual)
    }

    /// Conjuncts that no other one implies.
    fn without_implied(&mut self, parts: Vec<Formula>) -> Vec<Formula> {
        let mut kept: Vec<Formula> = Vec::new();
        for f in parts {
            if kept.iter().any(|&g| self.implies(g, f)) {
                continue;
            }
            kept.retain(|&g| !self.implies(f, g));
            kept.push(f);
        }
        kept
    }

    /// Does one conjunct imply the negation of another?
    fn contradict(&mut self, parts: &[Formula]) -> bool {
        parts.iter().any(|&f| {
            let not_f = self.negation(f);
            parts.iter().any(|&g| self.implies(g, not_f))
        })
    }

    /// In `a && (!a || b)`, the disjunct `!a` is refuted by `a` and left out.
    fn without_refuted(&mut self, parts: Vec<Formula>) -> Vec<Formula> {
        let mut result = parts.clone();
        for i in 0..parts.len() {
            let Operator::Or(disjuncts) = self.operator(parts[i]).clone() else { continue };
            let others: Vec<Formula> =
                result.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &f)| f).collect();
            let mut left = Vec::new();
            for d in disjuncts {
                let not_d = self.negation(d);
                if !others.iter().any(|&g| self.implies(g, not_d)) {
                    left.push(d);
                }
            }
            result[i] = self.any(left);
        }
        result
    }

    /// Joins conjuncts two by two where the result is shorter.
    fn factor(&mut self, parts: Vec<Formula>) -> Vec<Formula> {
        let mut parts = parts;
        let mut i = 0;
        while i < parts.len() {
            let joined = (i + 1..parts.len()).find_map(|j| Some((j, self.join(parts[i], parts[j])?)));
            match joined {
                Some((j, f)) => {
                    parts.remove(j);
                    parts[i] = f;
                    i = 0;
                }
                None => i += 1,
            }
        }
        parts
    }

    /// One formula for a conjunction of two.
    fn join(&mut self, f: Formula, g: Formula) -> Option<Formula> {
        match (self.operator(f).clone(), self.operator(g).clone()) {
            (Operator::Next(a), Operator::Next(b)) => {
                let both = self.simplify_and(vec![a, b]);
                Some(self.simplify_next(both))
            }
            (Operator::Until(a, b), Operator::Until(c, d)) if b == d => {
                let both = self.simplify_and(vec![a, c]);
                Some(self.simplify_until(both, b))
            }
            // `<>[] a && <>[] b` is `<>[] (a && b)`.
            (Operator::Until(Formula::TRUE, a), Operator::Until(Formula::TRUE, b))
                if self.is_suspendable(f) && self.is_suspendable(g) =>
            {
                let both = self.simplify_and(vec![a, b]);
                Some(self.simplify_until(Formula::TRUE, both))
            }
            // `[]<> a && []<> b` stays: two conditions of acceptance are cheaper than one obligation.
            (Operator::Release(Formula::FALSE, _), Operator::Release(Formula::FALSE, _))
                if self.is_suspendable(f) || self.is_suspendable(g) =>
            {
                None
            }
            (Operator::Release(a, b), Operator::Release(c, d)) if a == c => {
                let both = self.simplify_and(vec![b, d]);
                Some(self.simplify_release(a, both))
            }
            _ => None,
        }
    }
}
