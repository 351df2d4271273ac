//! Numbers as people read them.

/// An integer with a comma between thousands.
pub fn thousands(value: u32) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `numerator / denominator` with one decimal, rounded half up.
pub fn tenths(numerator: u32, denominator: u32) -> String {
    let tenths = (numerator * 20 + denominator) / (denominator * 2);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// `least` alone, or a span where `most` differs.
pub fn span(least: u32, most: u32) -> String {
    if least == most { thousands(least) } else { format!("{}–{}", thousands(least), thousands(most)) }
}

#[cfg(test)]
mod tests {
    use super::{span, tenths, thousands};

    #[test]
    fn integers_have_commas() {
        for (value, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (100_000, "100,000"), (1_234_567, "1,234,567")]
        {
            assert_eq!(thousands(value), text);
        }
    }

    #[test]
    fn tenths_are_rounded() {
        for (numerator, denominator, text) in
            [(510, 510, "1.0"), (2_852, 510, "5.6"), (19, 20, "1.0"), (1, 3, "0.3")]
        {
            assert_eq!(tenths(numerator, denominator), text);
        }
    }

    #[test]
    fn a_span_of_one_value_is_that_value() {
        assert_eq!((span(2_550, 2_550), span(9, 1_000)), ("2,550".into(), "9–1,000".into()));
    }
}
