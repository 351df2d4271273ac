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
pub fn tenths(numerator: u64, denominator: u64) -> String {
    let tenths = (numerator * 20 + denominator) / (denominator * 2);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A number of hundredths, without decimals that are zero.
pub fn hundredths(value: u32) -> String {
    let (whole, rest) = (thousands(value / 100), value % 100);
    match rest {
        0 => whole,
        rest if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        rest => format!("{whole}.{rest:02}"),
    }
}

/// Parts in a million as per cent, with as few decimals as three digits need.
pub fn percent(ppm: u32) -> String {
    let decimals = match ppm {
        0 | 1_000_000.. => 0,
        100_000.. => 1,
        10_000.. => 2,
        1_000.. => 3,
        _ => 4,
    };
    let unit = 10_u32.pow(4 - decimals);
    let value = (ppm + unit / 2) / unit;
    let scale = 10_u32.pow(decimals);
    let text = format!("{}.{:0width$}", value / scale, value % scale, width = decimals as usize);
    let text = if decimals == 0 { (value / scale).to_string() } else { text };
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} %")
}

/// Several things in a sentence.
pub fn listed(things: &[impl AsRef<str>]) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match things.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A sentence's first letter made great.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// `middle` with the span around it, alone where there is none.
pub fn ranged(middle: u32, least: u32, most: u32) -> String {
    if least == most { thousands(middle) } else { format!("{} ({})", thousands(middle), span(least, most)) }
}

/// `least` alone, or a span where `most` differs.
pub fn span(least: u32, most: u32) -> String {
    if least == most { thousands(least) } else { format!("{}–{}", thousands(least), thousands(most)) }
}

#[cfg(test)]
mod tests {
    use super::{hundredths, listed, percent, span, tenths, thousands};

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
    fn hundredths_have_the_decimals_they_need() {
        assert_eq!([0, 5, 50, 100, 1_234].map(hundredths), ["0", "0.05", "0.5", "1", "12.34"]);
    }

    #[test]
    fn per_cent_have_three_digits_at_most() {
        let shown = [0, 1, 15, 384, 6_340, 32_258, 801_700, 998_795, 1_000_000].map(percent);
        let expected =
            ["0 %", "0.0001 %", "0.0015 %", "0.0384 %", "0.634 %", "3.23 %", "80.2 %", "99.9 %", "100 %"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn several_things_are_joined_as_in_speech() {
        assert_eq!([listed(&[""; 0]), listed(&["a"]), listed(&["a", "b", "c"])], ["", "a", "a, b and c"]);
    }

    #[test]
    fn a_span_of_one_value_is_that_value() {
        assert_eq!((span(2_550, 2_550), span(9, 1_000)), ("2,550".into(), "9–1,000".into()));
    }
}
