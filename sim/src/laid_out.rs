//! Lays JSON out so that people can read it and a diff shows what changed: what fits in a line stays in one.

/// The longest line that stays whole.
const LINE_CHARS_MAX: usize = 110;

/// Lays out JSON that was written without white space, its members in the order they have. Each object and array
/// that does not fit in a line begins with its first member and puts each other one on a line of its own.
pub fn laid_out(compact: &str) -> String {
    let mut laid_out = String::with_capacity(2 * compact.len());
    write_value(compact, 0, &mut laid_out);
    laid_out.push('\n');
    laid_out
}

fn write_value(value: &str, indent: usize, to: &mut String) {
    let is_nested = value.starts_with(['{', '[']);
    if !is_nested || value.len() + indent <= LINE_CHARS_MAX {
        return to.push_str(value);
    }
    to.push_str(&value[..1]);
    for (number, member) in members(&value[1..value.len() - 1]).into_iter().enumerate() {
        if number > 0 {
            to.push_str(",\n");
            to.extend(std::iter::repeat_n(' ', indent + 1));
        }
        let (name, value) = split_name(member);
        to.push_str(name);
        write_value(value, indent + 1, to);
    }
    to.push_str(&value[value.len() - 1..]);
}

/// What stands between the commas of this level.
fn members(inside: &str) -> Vec<&str> {
    let (mut members, mut begin, mut depth) = (Vec::new(), 0, 0);
    let (mut in_text, mut escaped) = (false, false);
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => {
                members.push(&inside[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    members.push(&inside[begin..]);
    members
}

/// A member of an object in two: its name with the colon, and its value. An array's member has no name.
fn split_name(member: &str) -> (&str, &str) {
    if !member.starts_with('"') {
        return ("", member);
    }
    let mut escaped = false;
    let end = member.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    let after = end.map_or(member.len(), |end| end + 2);
    if member[after..].starts_with(':') { member.split_at(after + 1) } else { ("", member) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_in_a_line_and_the_first_member_stands_first() {
        let long = "x".repeat(LINE_CHARS_MAX);
        let compact = format!(r#"{{"story":"a, \"b\": [c","list":[[1,2],{{"a":"{long}"}}],"rest":{{}}}}"#);
        let expected = format!(
            "{{\"story\":\"a, \\\"b\\\": [c\",\n \"list\":[[1,2],\n  {{\"a\":\"{long}\"}}],\n \"rest\":{{}}}}\n"
        );
        assert_eq!(laid_out(&compact), expected);
        let same: serde_json::Value = serde_json::from_str(&laid_out(&compact)).unwrap();
        assert_eq!(same.to_string().len(), compact.len());
    }

    #[test]
    fn short_texts_are_left_alone() {
        for compact in ["{}", "[]", "1", r#""a:b""#, r#"{"a":[1,"b"]}"#] {
            assert_eq!(laid_out(compact), format!("{compact}\n"));
        }
    }
}
