//! README's commands print what README says they print. `UPDATE_README=1` writes what they print now.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const SIM: &str = "cargo run -q -p sim -- ";

#[test]
fn the_commands_of_readme_print_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = root.join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (mut renewed, mut checked) = (String::new(), 0);
    let mut lines = readme.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(renewed, "{line}").unwrap();
        let Some(command) = line.strip_prefix("$ ").filter(|command| command.contains(SIM)) else {
            continue;
        };
        let mut said = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("```")) {
            writeln!(said, "{line}").unwrap();
        }
        let printed = run(command, &root);
        if std::env::var_os("UPDATE_README").is_none() {
            assert_eq!(said, printed, "{command}");
        }
        renewed.push_str(&printed);
        checked += 1;
    }
    assert!(checked >= 3, "README has only {checked} commands of sim");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, renewed).unwrap();
    }
}

/// Runs `[echo 'INPUT' |] cargo run -q -p sim -- ARGUMENTS`, some in `'`, as the shell would.
fn run(command: &str, root: &Path) -> String {
    let (input, command) = match command.split_once(" | ") {
        Some((echo, command)) => (echo.strip_prefix("echo '").unwrap().strip_suffix('\'').unwrap(), command),
        None => ("", command),
    };
    let quoted = command.strip_prefix(SIM).unwrap().split('\'').enumerate();
    let arguments = quoted.flat_map(|(at, text)| match at % 2 {
        0 => text.split_whitespace().collect(),
        _ => vec![text],
    });
    let mut child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .args(arguments)
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    if !input.is_empty() {
        writeln!(child.stdin.take().unwrap(), "{input}").unwrap();
    }
    let printed = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    // README cannot know the commit that it will be part of.
    printed.replace(env!("SIM_COMMIT"), "a1b2c3d4e5")
}
