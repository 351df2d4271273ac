//! What came in one piece, and its keys.

use crate::drive::{Driver, End};
use order_key::Key;
use sim::recording::{Keystroke, Recording};

/// How many characters from a keystroke on came in one piece: one transaction, one behind the other.
pub(super) fn length(recording: &Recording, first: usize) -> usize {
    let after = recording.transactions.partition_point(|transaction| transaction.first <= first);
    let transaction = &recording.transactions[after - 1];
    let end = transaction.first + transaction.len;
    let position = |keystroke: &Keystroke| match keystroke {
        Keystroke::Type { at, .. } => Some(*at),
        Keystroke::Delete { .. } => None,
    };
    let Some(start) = position(&recording.keystrokes[first]) else { return 1 };
    let follows = |&(at, next): &(usize, usize)| position(&recording.keystrokes[at]) == Some(next);
    (first..end).zip(start..).take_while(follows).count()
}

/// So many of our keys at once, counted.
pub(super) fn between_n(
    driver: &mut Driver,
    lower: Option<&[u8]>,
    upper: Option<&[u8]>,
    count: usize,
) -> Result<Vec<Vec<u8>>, End> {
    let key = |bytes: &[u8]| Key::parse(bytes).expect("a key of ours");
    let (below, above) = (lower.map(key), upper.map(key));
    let fresh = order_key::between_n(below.as_ref(), above.as_ref(), count).map_err(|_| End::Cap)?;
    let keys: Vec<Vec<u8>> = fresh.map(|key| key.as_bytes().to_vec()).collect();
    let mut before = lower;
    for key in &keys {
        driver.count(key, before, upper);
        before = Some(key);
    }
    Ok(keys)
}
