//! Writes the code of the page's texts from `locales`, and tells the linker to keep the relocations that `wasm-split` needs,
//! where the page is split.

#[path = "build/locales.rs"]
mod locales;

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=locales");
    if env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let texts = Path::new(&env::var("OUT_DIR")?).join("texts");
    fs::create_dir_all(&texts)?;
    let locales = Path::new("locales");
    for area in locales::areas(locales)? {
        fs::write(texts.join(format!("{area}.rs")), locales::code(locales, &area)?)?;
    }
    Ok(())
}
