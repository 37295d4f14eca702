//! Writes the card and each block as Verilog: `verilog [directory]`, by default `target/verilog`.
//! A file is touched only when its text changes, so that what is made from it stays fresh.
use ferric_rtl::catalog::{BLOCKS, STACK};
use std::{env, fs, io, path::PathBuf, process::ExitCode, thread};

fn main() -> io::Result<ExitCode> {
    let writer = thread::Builder::new().stack_size(STACK).spawn(write)?;
    writer.join().expect("the blocks can be made")
}

fn write() -> io::Result<ExitCode> {
    let directory: PathBuf = env::args_os()
        .nth(1)
        .unwrap_or("target/verilog".into())
        .into();
    fs::create_dir_all(&directory)?;
    remove_strangers(&directory)?;
    let mut failed = false;
    for entry in BLOCKS {
        match ferric_emit::emit(entry.name, &*entry.block()) {
            Ok(text) => {
                let path = directory.join(entry.name).with_extension("sv");
                if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
                    fs::write(&path, text)?;
                }
            }
            Err(reasons) => {
                failed = true;
                eprintln!(
                    "{} cannot be emitted:\n  {}",
                    entry.name,
                    reasons.join("\n  ")
                );
            }
        }
    }
    println!("{} blocks in {}", BLOCKS.len(), directory.display());
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// A block that left the catalogue leaves no file behind.
fn remove_strangers(directory: &PathBuf) -> io::Result<()> {
    for file in fs::read_dir(directory)? {
        let path = file?.path();
        let known = |stem: &str| BLOCKS.iter().any(|entry| entry.name == stem);
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if path.extension().is_some_and(|e| e == "sv") && !stem.is_some_and(known) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
