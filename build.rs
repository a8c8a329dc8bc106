//! Makes the linker keep relocations, which `cargo xtask` needs to split the page into chunks.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|set| set == value);
    let is_whole = std::env::var_os("CARGO_FEATURE_WHOLE").is_some();
    if is("CARGO_CFG_TARGET_FAMILY", "wasm") && !is_whole {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
