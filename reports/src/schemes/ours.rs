//! What the three rules of our scheme share: keys as bytes, and back.

use order_key::{KEY_BYTES_MAX, Key, Place, between_within};

/// The key of the library for bounds that are its own keys; `None` where no key within the cap is left.
pub(super) fn between(lower: Option<&[u8]>, upper: Option<&[u8]>, place: &mut impl Place) -> Option<Vec<u8>> {
    let key = |bytes: &[u8]| Key::parse(bytes).expect("a bound that this scheme made");
    let key = between_within(KEY_BYTES_MAX, lower.map(key).as_ref(), upper.map(key).as_ref(), place).ok()?;
    Some(key.as_bytes().to_vec())
}
