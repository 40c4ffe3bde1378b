//! Branches and conditions.

use super::super::{Choice, Condition, Expression};
use super::{Parsed, Parser, TokenKind, Tree};

impl Parser<'_> {
    /// Parses the rest of a branch; the current token is `if` or `elseif`.
    pub(super) fn choice(&mut self) -> Parsed<Tree> {
        self.advance()?;
        let condition = self.expression()?;
        let condition = self.as_condition(condition)?;
        self.expect_keyword("then", "`then`")?;
        let first = self.expression()?;
        let first = self.as_number(first)?;
        let second = if self.at_keyword("elseif") {
            self.nested(Self::choice)?
        } else {
            self.expect_keyword("else", "`else`, `elseif` or an operator")?;
            self.expression()?
        };
        let second = self.as_number(second)?;
        let depth = condition.depth.max(first.depth).max(second.depth);
        let choice = Choice { condition: condition.content, branches: [first.content, second.content] };
        self.node(Expression::If(Box::new(choice)), depth)
    }

    pub(super) fn disjunction(&mut self) -> Parsed<Tree> {
        self.joined(Self::conjunction, "or", Condition::Or)
    }

    fn conjunction(&mut self) -> Parsed<Tree> {
        self.joined(Self::negation, "and", Condition::And)
    }

    /// Operands, which `operand` parses, with this word between them.
    fn joined(
        &mut self,
        operand: fn(&mut Self) -> Parsed<Tree>,
        word: &str,
        join: fn(Box<[Condition; 2]>) -> Condition,
    ) -> Parsed<Tree> {
        let mut tree = operand(self)?;
        while self.at_keyword(word) {
            self.advance()?;
            let right = operand(self)?;
            let (left, right) = (self.as_condition(tree)?, self.as_condition(right)?);
            let depth = left.depth.max(right.depth);
            tree = self.condition(join(Box::new([left.content, right.content])), depth)?;
        }
        Ok(tree)
    }

    fn negation(&mut self) -> Parsed<Tree> {
        if !self.at_keyword("not") {
            return self.relation();
        }
        self.advance()?;
        let tree = self.relation()?;
        let tree = self.as_condition(tree)?;
        self.condition(Condition::Not(Box::new(tree.content)), tree.depth)
    }

    fn relation(&mut self) -> Parsed<Tree> {
        let left = self.sum()?;
        let TokenKind::Relation(relation) = self.token.kind else { return Ok(left) };
        self.advance()?;
        let right = self.sum()?;
        let (left, right) = (self.as_number(left)?, self.as_number(right)?);
        let depth = left.depth.max(right.depth);
        self.condition(Condition::Compare(relation, Box::new([left.content, right.content])), depth)
    }
}
