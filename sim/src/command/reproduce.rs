//! The command that runs a run again.

use std::fmt::Write;

/// The arguments of this process behind the name of the command, those that begin with one of `without` left out
/// with their values.
pub fn arguments(without: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut given =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).peekable();
    given.next_if(|first| ["run", "swarm"].contains(&first.as_str()));
    while let Some(argument) = given.next() {
        let is_left_out = |flag: &&&str| argument == **flag || argument.starts_with(&format!("{flag}="));
        match without.iter().find(is_left_out) {
            None => kept.push(argument),
            Some(_) if argument.contains('=') => {}
            Some(_) => {
                given.next_if(|value| !value.starts_with("--"));
            }
        }
    }
    kept
}

/// Arguments as a shell reads them.
pub fn shell(arguments: &[String]) -> String {
    let mut line = String::new();
    for argument in arguments {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,+".contains(&byte);
        let space = if line.is_empty() { "" } else { " " };
        let written = if !argument.is_empty() && argument.bytes().all(is_plain) {
            write!(line, "{space}{argument}")
        } else {
            write!(line, "{space}'{}'", argument.replace('\'', r"'\''"))
        };
        written.expect("a string takes any text");
    }
    line
}
