//! Fractions in any base: the walk that the schemes without our library share.
//!
//! Two walks. [`Alphabet::midpoint`] is the published one of the plain fraction and of Greenspan's: the middle
//! digit rounded up, and where the digits are consecutive the upper key's prefix. [`Alphabet::grown`] is that
//! of SPEC §3, which carries the lower digit on until some digit lies strictly inside, and leaves its choice
//! to the caller.

/// The digits of a base in ascending order of their bytes.
#[derive(Clone, Copy, Debug)]
pub struct Alphabet {
    first: u8,
    /// By byte: the digit's value.
    values: [u8; 256],
    /// By value: the digit's byte.
    digits: [u8; 95],
    base: u8,
}

/// `0-9A-Za-z`.
pub const BASE_62: &Alphabet =
    &Alphabet::of(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// The printable characters of ASCII, from the space to `~`.
pub const BASE_95: &Alphabet = &Alphabet::of(
    b" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
);

impl Alphabet {
    const fn of(bytes: &[u8]) -> Self {
        let (mut values, mut digits) = ([0; 256], [0; 95]);
        let mut value = 0;
        while value < bytes.len() {
            values[bytes[value] as usize] = value as u8;
            digits[value] = bytes[value];
            value += 1;
        }
        Self { first: bytes[0], values, digits, base: bytes.len() as u8 }
    }

    /// How many digits there are.
    pub const fn base(&self) -> u8 {
        self.base
    }

    /// The value of a digit's byte.
    pub const fn value(&self, byte: u8) -> u8 {
        self.values[byte as usize]
    }

    /// The byte of a digit.
    pub const fn digit(&self, value: u8) -> u8 {
        self.digits[value as usize]
    }

    /// The digit that no fraction ends in.
    pub const fn zero(&self) -> u8 {
        self.first
    }

    fn value_at(&self, fraction: &[u8], at: usize) -> u8 {
        fraction.get(at).map_or(0, |&byte| self.value(byte))
    }

    /// The digit values between which the new key's digit at `at` lies: the lower key's, and the upper key's
    /// or, where that has been left behind, the base.
    fn room(&self, lower: &[u8], upper: Option<&[u8]>, at: usize) -> (u8, u8) {
        (self.value_at(lower, at), upper.map_or(self.base, |upper| self.value_at(upper, at)))
    }

    /// A fraction between two others, `lower` empty where there is none: the middle of the first digits that
    /// leave room, rounded up; where they are consecutive the upper's prefix, if it goes on, else deeper.
    pub fn midpoint(&self, lower: &[u8], mut upper: Option<&[u8]>) -> Vec<u8> {
        let len_max = lower.len() + upper.map_or(0, <[u8]>::len) + 2;
        let mut key = Vec::with_capacity(lower.len() + 2);
        loop {
            let at = key.len();
            let (low, high) = self.room(lower, upper, at);
            if high > low + 1 {
                key.push(self.digit((low + high).div_ceil(2)));
                return key;
            }
            if high == low + 1 {
                if upper.is_some_and(|upper| upper.len() > at + 1) {
                    key.push(self.digit(high));
                    return key;
                }
                upper = None;
            }
            assert!(at < len_max, "bounds that do not ascend");
            key.push(self.digit(low));
        }
    }

    /// A fraction between two others by the walk of SPEC §3; `choose` gives a value strictly between two.
    pub fn grown(
        &self,
        lower: &[u8],
        mut upper: Option<&[u8]>,
        choose: impl FnOnce(u8, u8) -> u8,
    ) -> Vec<u8> {
        let len_max = lower.len() + upper.map_or(0, <[u8]>::len) + 2;
        let mut key = Vec::with_capacity(lower.len() + 2);
        loop {
            let at = key.len();
            let (low, high) = self.room(lower, upper, at);
            if high > low + 1 {
                key.push(self.digit(choose(low, high)));
                return key;
            }
            if high == low + 1 {
                upper = None;
            }
            assert!(at < len_max, "bounds that do not ascend");
            key.push(self.digit(low));
        }
    }

    /// The plain fraction's whole rule, in any base: open ends move the last digit by one.
    pub fn plain(&self, lower: Option<&[u8]>, upper: Option<&[u8]>) -> Vec<u8> {
        match (lower, upper) {
            (Some(lower), None) => self.bumped(lower),
            (None, Some(upper)) => self.lowered(upper),
            _ => self.midpoint(lower.unwrap_or_default(), upper),
        }
    }

    /// The last digit bumped, or the middle digit behind it.
    fn bumped(&self, lower: &[u8]) -> Vec<u8> {
        let mut key = lower.to_vec();
        match key.last_mut() {
            Some(last) if self.value(*last) < self.base - 1 => *last = self.digit(self.value(*last) + 1),
            _ => key.push(self.digit(self.base.div_ceil(2))),
        }
        key
    }

    /// The last digit lowered, or a zero and the middle digit in its place.
    fn lowered(&self, upper: &[u8]) -> Vec<u8> {
        let mut key = upper.to_vec();
        let last = key.pop().expect("a key has a digit");
        match self.value(last) {
            0 | 1 => key.extend([self.zero(), self.digit(self.base.div_ceil(2))]),
            value => key.push(self.digit(value - 1)),
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn midpoint(lower: &str, upper: Option<&str>, expected: &str) {
        let key = BASE_62.midpoint(lower.as_bytes(), upper.map(str::as_bytes));
        assert_eq!(String::from_utf8(key).unwrap(), expected, "between `{lower}` and {upper:?}");
    }

    #[test]
    fn the_middle_is_rounded_up() {
        midpoint("", None, "V");
        midpoint("", Some("2"), "1");
        midpoint("1", Some("4"), "3");
        midpoint("y", None, "z");
        midpoint("V", Some("X"), "W");
    }

    #[test]
    fn consecutive_digits_take_the_upper_prefix_or_go_deeper() {
        midpoint("1", Some("2V"), "2");
        midpoint("1V", Some("2"), "1l");
        midpoint("", Some("1"), "0V");
        midpoint("z", None, "zV");
        midpoint("V", Some("V1"), "V0V");
        midpoint("Vz", Some("W"), "VzV");
    }

    #[test]
    fn the_walk_of_the_specification_carries_the_lower_digit() {
        let grown = |lower: &[u8], upper: Option<&[u8]>| BASE_62.grown(lower, upper, |low, _| low + 1);
        assert_eq!(grown(b"", Some(b"001")), b"0001");
        assert_eq!(grown(b"1", Some(b"2V")), b"11");
        assert_eq!(grown(b"zz", None), b"zz1");
    }

    #[test]
    fn digits_ascend_in_both_alphabets() {
        for alphabet in [BASE_62, BASE_95] {
            let digits: Vec<u8> = (0..alphabet.base()).map(|value| alphabet.digit(value)).collect();
            assert!(digits.is_sorted_by(|a, b| a < b));
            assert!((0..alphabet.base()).all(|value| alphabet.value(alphabet.digit(value)) == value));
        }
        assert_eq!((BASE_62.base(), BASE_95.base()), (62, 95));
    }
}
