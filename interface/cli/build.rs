//! Links `quotient` statically and at fixed addresses, where that can be had.
//!
//! Small checks take a few milliseconds, and what a process needs before its first line of code is part of that: loading
//! libc, libm and libgcc_s, relocating the addresses in our own tables, and the pages all of that touches. A static
//! program needs none of it.
//!
//! The target feature `crt-static` would be the usual way. It is a flag of the compiler, so it would hold for procedural
//! macros too, which cannot be static, and setting a target to keep them apart moves the results to another directory. Flags
//! for the linker alone suffice: `-static`, and for each library that rustc asks for by name and as a shared one a
//! linker script of that name that leads to the archive. Code compiled for any address also runs at a fixed one.
//!
//! Whoever sets a linker or flags or builds for another machine gets the usual program, and so does everybody
//! else where a small program cannot be made and run in this way: there is no static libc, or another linker.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Libraries that rustc asks for, and the archives that hold what is in them.
const LIBRARIES: [(&str, &[&str]); 3] = [
    ("libc", &["libc.a", "libgcc_eh.a", "libgcc.a"]),
    ("libgcc_s", &["libgcc_eh.a", "libgcc.a"]),
    ("libm", &["libm.a"]),
];

/// A program that needs all of them.
const PROBE: &str = "fn main() {
    let n = std::thread::spawn(|| std::env::args().count() as f64).join().unwrap_or(0.0);
    assert!(std::panic::catch_unwind(|| n.ln().sin() + 1.0).is_ok());
}
";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let Some(directory) = env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    let flags = ["-static".to_owned(), "-no-pie".to_owned(), format!("-L{}", directory.display())];
    if is_plain() && write_scripts(&directory).is_some() && is_linked_with(&flags, &directory) {
        for flag in flags {
            println!("cargo::rustc-link-arg-bins={flag}");
        }
    }
}

/// Is this Linux with glibc, for this machine, and with nothing said about how to link?
fn is_plain() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_unset = |name: &str| env::var_os(name).is_none_or(|value| value.is_empty());
    is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && env::var_os("HOST") == env::var_os("TARGET")
        && is_unset("RUSTC_LINKER")
        && is_unset("CARGO_ENCODED_RUSTFLAGS")
}

/// A linker script for each library, found whether a shared one is asked for or a static one; `None` if an archive is
/// missing.
fn write_scripts(directory: &Path) -> Option<()> {
    for (library, archives) in LIBRARIES {
        let archives: Option<Vec<String>> = archives.iter().map(|archive| find(archive)).collect();
        let script = format!("GROUP ( {} )\n", archives?.join(" "));
        for kind in ["so", "a"] {
            fs::write(directory.join(library).with_extension(kind), &script).ok()?;
        }
    }
    Some(())
}

/// Where the C compiler finds a library. It repeats the name of what it does not find.
fn find(archive: &str) -> Option<String> {
    let output = Command::new("cc").arg(format!("-print-file-name={archive}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Path::new(&path).is_absolute().then_some(path)
}

/// Does a small program come out, and run?
fn is_linked_with(flags: &[String], directory: &Path) -> bool {
    let (source, program) = (directory.join("probe.rs"), directory.join("probe"));
    let mut compile = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    compile.args(["--edition", "2024", "-o"]).arg(&program).arg(&source);
    compile.args(flags.iter().map(|flag| format!("-Clink-arg={flag}")));
    let works = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    fs::write(&source, PROBE).is_ok() && works(&mut compile) && works(&mut Command::new(&program))
}
