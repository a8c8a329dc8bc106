//! `cargo xtask serve`: a local server for the finished page.

use std::fs::File;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::page;
use crate::workspace::Workspace;

/// Builds the page and serves it until the program is interrupted.
pub(crate) fn run(workspace: &Workspace, port: u16) -> Result<()> {
    page::build(workspace)?;
    let server = Server::http(("127.0.0.1", port)).map_err(|error| {
        anyhow!("cannot listen on port {port}: {error}; --port selects another one")
    })?;
    println!("Stepfall is at http://127.0.0.1:{port}/ (stop with Ctrl-C)");
    let dist = workspace.dist();
    for request in server.incoming_requests() {
        // A visitor may disconnect early, which does not stop the server.
        if let Err(error) = answer(request, &dist) {
            eprintln!("note: {error:#}");
        }
    }
    Ok(())
}

/// Sends the requested file. The answer is 404 if it does not exist, and 405 for a method other
/// than GET and HEAD.
fn answer(request: Request, dist: &Path) -> Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return Ok(request.respond(Response::from_string("only GET\n").with_status_code(405))?);
    }
    let Some((path, file)) = locate(request.url()).and_then(|path| {
        let file = File::open(dist.join(&path)).ok()?;
        file.metadata().ok()?.is_file().then_some((path, file))
    }) else {
        return Ok(request.respond(Response::from_string("not found\n").with_status_code(404))?);
    };
    let mut response = Response::from_file(file);
    let sent = page::headers::of(&path.to_string_lossy());
    for (name, value) in sent.chain([("Content-Type", media_type(&path))]) {
        let header = Header::from_bytes(name, value)
            .map_err(|()| anyhow!("the header {name}: {value} is not valid"))?;
        response.add_header(header);
    }
    Ok(request.respond(response)?)
}

/// Returns the path below `dist/` of an address, unless it leaves that folder.
fn locate(address: &str) -> Option<PathBuf> {
    let path = address.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = if path.is_empty() { Path::new("index.html") } else { Path::new(path) };
    // No file of the page has a name with these characters. A drive letter or a backslash could
    // lead out of the folder.
    let is_plain = |name: &str| !name.contains(['%', '\\', ':']);
    let stays_inside = |part: Component| matches!(part, Component::Normal(name) if name.to_str().is_some_and(is_plain));
    path.components().all(stays_inside).then(|| path.to_path_buf())
}

/// Returns the media type of a file. Browsers compile a wasm module during its download only if the
/// type is `application/wasm`.
fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_never_leaves_the_folder() {
        assert_eq!(locate("/"), Some(PathBuf::from("index.html")));
        assert_eq!(locate("/a.css?x=1"), Some(PathBuf::from("a.css")));
        for address in [
            "/../Cargo.toml",
            "/a/../../b",
            "//etc/passwd",
            "/%2e%2e/b",
            "/..\\b",
            "/c:/b",
            "",
            "*",
        ] {
            assert_eq!(locate(address), None, "{address}");
        }
    }
}
