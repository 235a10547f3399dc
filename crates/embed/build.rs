//! Passes the linker flag that keeps the relocations `wasm-split` needs, if the module is split.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-cdylib=--emit-relocs");
    }
}
