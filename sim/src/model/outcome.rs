//! What a generator answered, in the model's words.

use order_key::{BetweenError, Disorder};

/// A key or keys, or why there are none. (SPEC §3)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// What was made.
    Made(T),
    /// The bounds are equal.
    Equal,
    /// The lower bound is above the upper.
    Reversed,
    /// No key within the cap, or not so many.
    Exhausted,
}

impl<T> Outcome<T> {
    /// The outcome of a call.
    pub fn of(result: Result<T, &BetweenError>) -> Self {
        match result {
            Ok(made) => Self::Made(made),
            Err(BetweenError::NotAscending { disorder: Disorder::Equal, .. }) => Self::Equal,
            Err(BetweenError::NotAscending { disorder: Disorder::Reversed, .. }) => Self::Reversed,
            Err(BetweenError::Exhausted { .. }) => Self::Exhausted,
            Err(other) => panic!("an answer that the model does not know: {other}"),
        }
    }

    /// Takes out what was made, after checking the answer to the order of the bounds: `None` is
    /// `Exhausted`, or an order that was refused rightly.
    ///
    /// # Errors
    /// A refusal of bounds that ascend, or an answer other than the right refusal to bounds that do not.
    pub(super) fn made_between(
        self,
        lower: Option<&str>,
        upper: Option<&str>,
    ) -> Result<Option<Answer<T>>, String> {
        let disorder = match (lower, upper) {
            (Some(lower), Some(upper)) if lower == upper => Some("equal"),
            (Some(lower), Some(upper)) if lower > upper => Some("reversed"),
            _ => None,
        };
        match (self, disorder) {
            (Self::Equal, Some("equal")) | (Self::Reversed, Some("reversed")) => Ok(None),
            (Self::Made(made), None) => Ok(Some(Answer::Made(made))),
            (Self::Exhausted, None) => Ok(Some(Answer::Exhausted)),
            (other, Some(disorder)) => Err(format!("{} between {disorder} bounds", other.name())),
            (other, None) => Err(format!("{}, though the bounds ascend", other.name())),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Made(_) => "a result",
            Self::Equal => "a refusal of equal bounds",
            Self::Reversed => "a refusal of reversed bounds",
            Self::Exhausted => "exhausted",
        }
    }
}

/// An answer to bounds that ascend.
pub(super) enum Answer<T> {
    Made(T),
    Exhausted,
}
