//! Tells the program from which commit it was built.

use std::process::Command;

fn main() {
    // Whether the tree is as it was committed changes with the sources too.
    for path in ["src", "../core/src", "../.git/HEAD", "../.git/index"] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-changed=../.git/logs/HEAD");
    let described = Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=10"]).output();
    let commit = match described {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => "unknown".to_owned(),
    };
    println!("cargo::rustc-env=SIM_COMMIT={commit}");
}
