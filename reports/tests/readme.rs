//! README's commands of this package print what README says they print.

use std::path::Path;
use std::process::Command;

const REPORTS: &str = "$ cargo run --release -p reports -- ";

#[test]
fn the_commands_of_readme_print_what_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(path).expect("README");
    let mut checked = 0;
    for block in readme.split(REPORTS).skip(1) {
        let (command, rest) = block.split_once('\n').expect("a line");
        let (said, _) = rest.split_once("```").expect("the end of the block");
        let output = Command::new(env!("CARGO_BIN_EXE_reports"))
            .args(command.split(' '))
            .output()
            .expect("the command");
        assert_eq!(said, String::from_utf8(output.stdout).expect("text"), "{command}");
        checked += 1;
    }
    assert!(checked >= 1, "README has no command of reports");
}
