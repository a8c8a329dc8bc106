//! The module of the npm package `stepfall`: the functions of `stepfall_api::json` for JavaScript,
//! in WebAssembly only.

#[cfg(target_arch = "wasm32")]
pub mod bindings;
