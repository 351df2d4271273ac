//! The lengths of keys over many runs: exact, and merged without loss.

use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer as Reader, Serializer as Writer, V2Serializer};
use order_key::KEY_BYTES_MAX;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// How many keys have which length. Stored as the hexadecimal digits of an `HdrHistogram` in its format V2.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyLengths(Histogram<u64>);

/// More keys are not counted: a histogram takes its percents of a float, which is exact so far.
pub const KEYS_MAX: u64 = 1 << 53;

impl Default for KeyLengths {
    fn default() -> Self {
        Self(Histogram::new_with_max(KEY_BYTES_MAX as u64, 3).expect("512 is above 2"))
    }
}

impl KeyLengths {
    /// The lengths of one run.
    pub fn of(run: &Histogram<u32>) -> Self {
        let mut lengths = Self::default();
        for step in run.iter_recorded() {
            let count = u64::from(step.count_at_value());
            lengths.0.record_n(step.value_iterated_to(), count).expect("a key has at most 512 bytes");
        }
        lengths
    }

    /// Adds the lengths of other runs, unless there are more keys in all than `KEYS_MAX`.
    #[must_use]
    pub fn add(&mut self, other: &Self) -> bool {
        let all = self.0.len().checked_add(other.0.len());
        let fits = all.is_some_and(|all| all <= KEYS_MAX);
        if fits {
            self.0.add(&other.0).expect("both have the same bounds");
        }
        fits
    }

    /// The length that `percent` of the keys do not exceed; 0 if there is none.
    pub fn at_percent(&self, percent: u8) -> u64 {
        self.0.value_at_percentile(f64::from(percent))
    }

    /// The longest; 0 if there is none.
    pub fn max(&self) -> u64 {
        self.0.max()
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        V2Serializer::new().serialize(&self.0, &mut bytes).expect("memory takes any bytes");
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<Self, String> {
        let read = Reader::new().deserialize::<u64, _>(&mut &*bytes);
        let read = read.map_err(|error| format!("no histogram in the format V2: {error}"))?;
        let mut lengths = Self::default();
        lengths.0.add(&read).map_err(|error| format!("a histogram of longer keys: {error}"))?;
        Ok(lengths)
    }
}

impl Serialize for KeyLengths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&crate::digest::hex(&self.encode()))
    }
}

impl<'de> Deserialize<'de> for KeyLengths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = unhex(&text).ok_or_else(|| de::Error::custom("no hexadecimal digits"))?;
        Self::decode(&bytes).map_err(de::Error::custom)
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_stored_and_merged_without_loss() {
        let mut run = Histogram::<u32>::new_with_max(KEY_BYTES_MAX as u64, 3).unwrap();
        for (length, count) in [(2, 61), (3, 3_844), (4, 96_095), (511, 1), (512, 1)] {
            run.record_n(length, count).unwrap();
        }
        let one = KeyLengths::of(&run);
        let mut sum = KeyLengths::default();
        assert!(sum.add(&one) && sum.add(&one));
        let stored = serde_json::to_string(&sum).unwrap();
        let read: KeyLengths = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, sum);
        let counts: Vec<_> =
            read.0.iter_recorded().map(|step| (step.value_iterated_to(), step.count_at_value())).collect();
        assert_eq!(counts, [(2, 122), (3, 7_688), (4, 192_190), (511, 2), (512, 2)]);
        assert_eq!((read.at_percent(50), read.at_percent(99), read.max()), (4, 4, 512));
    }

    #[test]
    fn more_keys_than_can_be_counted_are_not_added() {
        let mut many = KeyLengths::default();
        many.0.record_n(2, KEYS_MAX - 1).unwrap();
        let mut run = Histogram::<u32>::new_with_max(KEY_BYTES_MAX as u64, 3).unwrap();
        run.record(3).unwrap();
        let one = KeyLengths::of(&run);
        assert!(many.add(&one));
        assert_eq!(many.at_percent(100), 3);
        assert!(!many.add(&one));
        assert_eq!((many.at_percent(50), many.max()), (2, 3));
    }

    #[test]
    fn what_is_no_histogram_is_refused() {
        for (stored, message) in [
            (r#""abc""#, "no hexadecimal digits"),
            (r#""zz""#, "no hexadecimal digits"),
            (
                r#""00""#,
                "no histogram in the format V2: An i/o operation failed: failed to fill whole buffer",
            ),
        ] {
            let error = serde_json::from_str::<KeyLengths>(stored).unwrap_err().to_string();
            assert!(error.starts_with(message), "{stored}: {error}");
        }
    }
}
