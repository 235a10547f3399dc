//! Writes the code of the page's languages and texts from `locales`, and tells the linker to keep the relocations that
//! `wasm-split` needs, where the page is split.

#[path = "build/locales.rs"]
mod locales;

use locales::{areas, code, languages};
use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=locales");
    if env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let out = env::var("OUT_DIR")?;
    let (locales, texts) = (Path::new("locales"), Path::new(&out).join("texts"));
    fs::create_dir_all(&texts)?;
    let languages = languages(locales)?;
    fs::write(Path::new(&out).join("languages.rs"), code::languages(&languages)?)?;
    let tables = code::tables(locales, &languages)?;
    fs::write(Path::new(&out).join("tables.rs"), code::translations::code(&tables, &languages)?)?;
    for area in areas(locales)? {
        fs::write(texts.join(format!("{area}.rs")), code::area(&tables, &area)?)?;
    }
    Ok(())
}
