//! The source `index.html` with its requests, and the finished document.
//!
//! The source requests files by links with the attribute `data-build`:
//!
//! - `rel="rust"`: the page's module
//! - `rel="css"`: a style sheet; several sheets become one
//! - `rel="copy-file"`: a script that the page may start as a worker, or another file that it loads on demand
//! - `rel="copy-dir"`: a folder of recorded runs; the address of each run contains its digest
//!
//! The finished document names each worker by
//! `<meta name="asset-STEM" content="SCRIPT MODULE DIGEST">`. The content is the address of the
//! script, the address of its module, and the module's digest. The element for each other file is
//! `<meta name="asset-STEM" content="ADDRESS">`. The document also names the files that run a model
//! in the page (see `models`), which have no link in the source.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use super::chunks::{self, Chunks, Tables};
use super::inline_hash;
use super::models::Models;
use super::offline::SERVICE_WORKER_ADDRESS;
use crate::workspace::Build;

/// The script that starts the page. Its names in braces are placeholders for addresses and digests.
const LOADER: &str = include_str!("loader.js");

/// The element before the policy. A browser applies a policy only to the elements after it.
const CHARSET: &str = r#"<meta charset="utf-8">"#;

/// The source files that a document requests, relative to the document.
pub(super) struct Wanted {
    /// Style sheets, in the order of their rules.
    pub(super) styles: Vec<String>,
    pub(super) workers: Vec<String>,
    /// The files that the page loads on demand.
    pub(super) files: Vec<String>,
    pub(super) runs: Vec<String>,
}

/// A file of the finished page.
#[derive(Clone)]
pub(super) struct Asset {
    /// The address, relative to the document.
    pub(super) address: String,
    /// The digest that the browser checks.
    pub(super) integrity: String,
}

/// The contents of the finished document, and the files that it names.
pub(super) struct Assets {
    /// The text of the style sheet. It is part of the document, so that the first frame waits for
    /// no other file.
    pub(super) style: String,
    pub(super) glue: Asset,
    pub(super) module: Asset,
    pub(super) chunks: Chunks,
    /// Scripts that the glue imports.
    pub(super) snippets: Vec<Asset>,
    pub(super) workers: Vec<Worker>,
    pub(super) files: Vec<File>,
    pub(super) models: Models,
    pub(super) installed: Installed,
    /// The kind of the build, which the footer names.
    pub(super) build: Build,
    /// The page of licences, which a development build lacks.
    pub(super) licences: Option<Asset>,
}

impl Assets {
    /// Returns the files that every visit loads, the document first, and those that are loaded on
    /// demand. The first worker belongs to every visit.
    pub(super) fn in_order(self, document: Asset) -> (Vec<Asset>, Vec<Asset>) {
        let mut chunks = self.chunks.assets;
        let mut first = vec![document, self.glue, self.module];
        first.extend(chunks.remove(chunks::COMMON));
        first.extend(self.snippets);
        let mut workers = self.workers.into_iter().map(|worker| [worker.script, worker.module]);
        first.extend(workers.next().into_iter().flatten());
        let mut later: Vec<Asset> = chunks.into_values().collect();
        later.extend(workers.flatten());
        later.extend(self.files.into_iter().map(|file| file.asset));
        later.push(self.installed.manifest);
        later.extend(self.installed.icons);
        later.extend(self.licences);
        (first, later)
    }
}

/// The files of the installed page: the manifest, and the icons, of which the first is an SVG.
pub(super) struct Installed {
    pub(super) manifest: Asset,
    pub(super) icons: Vec<Asset>,
}

/// A file that the page loads on demand.
pub(super) struct File {
    /// The stem of its source.
    pub(super) name: String,
    pub(super) asset: Asset,
}

/// A script for a worker, and the module that it loads.
pub(super) struct Worker {
    /// The stem of the script's source.
    pub(super) name: String,
    pub(super) script: Asset,
    pub(super) module: Asset,
}

/// The request of a link with the attribute `data-build`.
enum Request {
    Module,
    Style(String),
    Worker(String),
    File(String),
    Runs(String),
}

pub(super) fn requested_files(source: &str) -> Result<Wanted> {
    let mut styles = Vec::new();
    let mut workers = Vec::new();
    let mut files = Vec::new();
    let mut runs = Vec::new();
    let mut has_module = false;
    for (_, request) in links(source)? {
        match request {
            Request::Module => has_module = true,
            Request::Style(path) => styles.push(path),
            Request::Worker(path) => workers.push(path),
            Request::File(path) => files.push(path),
            Request::Runs(path) => runs.push(path),
        }
    }
    if !has_module {
        bail!(r#"index.html has no <link data-build rel="rust">"#);
    }
    if styles.is_empty() {
        bail!(r#"index.html has no <link data-build rel="css" href="...">"#);
    }
    Ok(Wanted { styles, workers, files, runs })
}

pub(super) fn render(source: &str, assets: &Assets) -> Result<String> {
    let import_map = import_map(assets);
    let loader = loader(assets)?;
    let mut document = String::with_capacity(source.len() + 8192);
    let mut rest = 0;
    let mut is_styled = false;
    for (span, request) in links(source)? {
        document.push_str(&source[rest..span.start]);
        rest = span.end;
        match request {
            // The first style link is replaced by the whole style, and the others are removed.
            Request::Style(_) if is_styled => document.truncate(document.trim_end().len()),
            Request::Runs(_) => document.truncate(document.trim_end().len()),
            Request::Style(_) => {
                is_styled = true;
                if assets.style.contains("</") {
                    bail!("the style contains </, which could end its element");
                }
                write!(document, "<style>{}</style>", assets.style)?;
            }
            Request::Module => {
                write!(
                    document,
                    "{}\n  <script type=\"importmap\">{import_map}</script>\n  <script type=\"module\">{loader}</script>",
                    installed(assets)
                )?;
            }
            Request::Worker(path) => {
                let has_path = |worker: &&Worker| path.ends_with(&format!("/{}.js", worker.name));
                let worker = assets.workers.iter().find(has_path);
                let Worker { name, script, module } =
                    worker.with_context(|| format!("the worker {path} was not copied"))?;
                let (script, Asset { address, integrity }) = (&script.address, module);
                write!(
                    document,
                    r#"<meta name="asset-{name}" content="{script} {address} {integrity}">"#
                )?;
            }
            Request::File(path) => {
                let stem = path.rsplit('/').next().and_then(|name| name.split_once('.'));
                let file =
                    stem.and_then(|(stem, _)| assets.files.iter().find(|file| file.name == stem));
                let File { name, asset } =
                    file.with_context(|| format!("the file {path} was not copied"))?;
                write!(document, r#"<meta name="asset-{name}" content="{}">"#, asset.address)?;
            }
        }
    }
    document.push_str(&source[rest..]);
    let imported = imported(assets).map(|script| format!("'{}'", script.integrity));
    let policy = policy(
        [inline_hash(&import_map), inline_hash(&loader)].into_iter().chain(imported),
        &inline_hash(&assets.style),
    );
    let begin = document.find(CHARSET).with_context(|| format!("index.html has no {CHARSET}"))?
        + CHARSET.len();
    if document[..begin].contains("<script") || document[..begin].contains("<link") {
        bail!("index.html loads something before {CHARSET}, where no policy holds yet");
    }
    document.insert_str(
        begin,
        &format!("\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"),
    );
    Ok(document)
}

/// Returns the content security policy, as strict as the page allows.
///
/// Scripts and styles are allowed by their hashes. Some browsers do not match the digests of an
/// import map with these hashes. In these browsers, `strict-dynamic` allows the imports of an
/// allowed script. Text can become markup only through the Trusted Types policy that the loader
/// creates. Requests may go to any HTTPS address and to this machine, because visitors choose their
/// own server.
fn policy(scripts: impl Iterator<Item = String>, style: &str) -> String {
    let scripts = scripts.collect::<Vec<_>>().join(" ");
    [
        "default-src 'none'",
        &format!("script-src {scripts} 'strict-dynamic' 'wasm-unsafe-eval'"),
        "worker-src 'self'",
        &format!("style-src {style}"),
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types default",
    ]
    .join("; ")
}

/// Returns the links to the files of the installed page, and further elements. These name a
/// development build, the service worker, the page of licences, and the files that run a model in
/// the page.
fn installed(assets: &Assets) -> String {
    let Installed { manifest, icons } = &assets.installed;
    let mut links = format!(r#"<link rel="manifest" href="{}">"#, manifest.address);
    if let Some(icon) = icons.get(1) {
        links += &format!("\n  <link rel=\"apple-touch-icon\" href=\"{}\">", icon.address);
    }
    if assets.build == Build::Development {
        links += "\n  <meta name=\"asset-build\" content=\"development\">";
    }
    let licences = assets.licences.as_ref().map(|asset| ("licences", asset.address.as_str()));
    for (name, address) in [("offline", SERVICE_WORKER_ADDRESS)].into_iter().chain(licences) {
        links += &format!("\n  <meta name=\"asset-{name}\" content=\"{address}\">");
    }
    links + "\n  " + &assets.models.document_elements()
}

/// Returns the scripts that the page imports, at its start or on demand.
fn imported(assets: &Assets) -> impl Iterator<Item = &Asset> {
    std::iter::once(&assets.glue).chain(&assets.snippets).chain(assets.models.imported())
}

/// Returns the import map with the digests of the imported scripts.
fn import_map(assets: &Assets) -> String {
    let digests: Map<String, Value> = imported(assets)
        .map(|script| (script.address.clone(), script.integrity.clone().into()))
        .collect();
    serde_json::json!({ "integrity": digests }).to_string()
}

/// Returns the loader with the addresses and digests of the files, without comments.
fn loader(assets: &Assets) -> Result<String> {
    let workers = assets.workers.iter().map(|worker| worker.script.address.as_str());
    let engine = assets.models.engine.worker.address.as_str();
    let workers: Vec<&str> = workers.chain([engine, SERVICE_WORKER_ADDRESS]).collect();
    let mut script = String::new();
    for line in LOADER.lines() {
        let code = line.split_once("// ").map_or(line, |(code, _)| code).trim_end();
        if !code.is_empty() {
            writeln!(script, "{code}")?;
        }
    }
    let Tables { needed, digests, bundled } = chunks::tables(&assets.chunks, &assets.module)?;
    Ok(script
        .replace("{glue}", &assets.glue.address)
        .replace("{module}", &assets.module.address)
        .replace(
            "{common}",
            assets.chunks.assets.get(chunks::COMMON).map_or("", |common| &common.address),
        )
        .replace("{needed}", &needed)
        .replace("{digests}", &digests)
        .replace("{bundled}", &bundled)
        .replace("{workers}", &serde_json::to_string(&workers)?))
}

/// Returns the links with the attribute `data-build`, and their positions.
fn links(source: &str) -> Result<Vec<(std::ops::Range<usize>, Request)>> {
    let mut links = Vec::new();
    let mut from = 0;
    while let Some(begin) = source[from..].find("<link").map(|at| from + at) {
        let end =
            begin + source[begin..].find('>').context("index.html has an unclosed <link")? + 1;
        from = end;
        let tag = &source[begin..end];
        if !tag.contains("data-build") {
            continue;
        }
        let href = || {
            attribute(tag, "href").map(str::to_owned).with_context(|| format!("{tag} has no href"))
        };
        let request = match attribute(tag, "rel") {
            Some("rust") => Request::Module,
            Some("css") => Request::Style(href()?),
            Some("copy-file") => match href()? {
                script if script.rsplit('.').next() == Some("js") => Request::Worker(script),
                file => Request::File(file),
            },
            Some("copy-dir") => Request::Runs(href()?),
            _ => bail!("this build does not know what to do with {tag}"),
        };
        links.push((begin..end, request));
    }
    Ok(links)
}

/// Returns the value of an attribute in double quotes.
fn attribute<'tag>(tag: &'tag str, name: &str) -> Option<&'tag str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::super::models::Engine;
    use super::*;

    const SOURCE: &str = r#"<!doctype html><head><meta charset="utf-8">
<link data-build rel="css" href="style/base.css">
<link data-build rel="css" href="style/play.css">
<link data-build rel="rust"><link data-build rel="copy-file" href="src/browser/worker.js"><link data-build rel="copy-file" href="a/b/short.safetensors"></head>"#;

    fn asset(address: &str) -> Asset {
        Asset { address: address.to_owned(), integrity: format!("sha256-{address}") }
    }

    fn assets() -> Assets {
        Assets {
            style: "a{color:red}".to_owned(),
            glue: asset("./page-2.js"),
            module: asset("./page-3.wasm"),
            chunks: Chunks {
                assets: [("0_lab", "./lab-7.wasm"), (chunks::COMMON, "./common-8.bin")]
                    .map(|(name, address)| (name.to_owned(), asset(address)))
                    .into(),
                needed: [("lab".to_owned(), vec!["0_lab".to_owned()])].into(),
                bundled: [(chunks::COMMON, vec![1, 2])].into(),
            },
            snippets: Vec::new(),
            workers: vec![Worker {
                name: "worker".to_owned(),
                script: asset("./worker-4.js"),
                module: asset("./module-5.wasm"),
            }],
            files: vec![File { name: "short".to_owned(), asset: asset("./short-6.safetensors") }],
            models: Models {
                scripts: vec![File { name: "own".to_owned(), asset: asset("./own.js") }],
                engine: Engine {
                    script: asset("./engine.js"),
                    worker: asset("./engine-worker.js"),
                    module: asset("./engine.wasm"),
                },
            },
            installed: Installed {
                manifest: asset("./manifest"),
                icons: vec![asset("./icon.svg"), asset("./icon.png")],
            },
            build: Build::Development,
            licences: Some(asset("./licences.html")),
        }
    }

    #[test]
    fn the_assets_of_a_document_are_read_from_its_links() {
        let wanted = requested_files(SOURCE).unwrap();
        assert_eq!(wanted.styles, ["style/base.css", "style/play.css"]);
        assert_eq!(wanted.workers, ["src/browser/worker.js"]);
        assert_eq!(wanted.files, ["a/b/short.safetensors"]);
    }

    #[test]
    fn a_rendered_document_has_all_addresses_and_no_placeholder() {
        let document = render(SOURCE, &assets()).unwrap();
        for part in [
            "<style>a{color:red}</style>",
            "style-src 'sha256-",
            r#"{"integrity":{"./engine.js":"sha256-./engine.js","./own.js":"sha256-./own.js","./page-2.js":"sha256-./page-2.js"}}"#,
            r#"<meta name="asset-wllama" content="./engine.js ./engine-worker.js ./engine.wasm sha256-./engine.wasm">"#,
            r#"<meta name="asset-own" content="./own.js">"#,
            r#"const NEEDED = {"lab":["./lab-7.wasm"]};"#,
            r#"const DIGESTS = {"./common-8.bin":"sha256-./common-8.bin","./lab-7.wasm":"sha256-./lab-7.wasm","./page-3.wasm":"sha256-./page-3.wasm"};"#,
            r#"const BUNDLED = {"./common-8.bin":[1,2]};"#,
            r#"const COMMON = "./common-8.bin";"#,
            r#"const WORKERS = ["./worker-4.js","./engine-worker.js","./sw.js"];"#,
            r#"<meta name="asset-worker" content="./worker-4.js ./module-5.wasm sha256-./module-5.wasm">"#,
            r#"<link rel="manifest" href="./manifest">"#,
            r#"<link rel="apple-touch-icon" href="./icon.png">"#,
            r#"<meta name="asset-build" content="development">"#,
            r#"<meta name="asset-offline" content="./sw.js">"#,
            r#"<meta name="asset-licences" content="./licences.html">"#,
            r#"<meta name="asset-short" content="./short-6.safetensors">"#,
        ] {
            assert!(document.contains(part), "{part} in {document}");
        }
        assert!(
            !document.contains("data-build")
                && !document.contains("{module")
                && !document.contains("// ")
        );
    }

    #[test]
    fn all_style_sheets_become_one_element() {
        let document = render(SOURCE, &assets()).unwrap();
        assert_eq!(document.matches("<style>").count(), 1);
        assert!(document.contains("</style>\n<link rel=\"manifest\""));
        let unsafe_style = Assets { style: "a::after{content:'</style>'}".to_owned(), ..assets() };
        assert!(render(SOURCE, &unsafe_style).is_err());
    }

    #[test]
    fn the_policy_precedes_everything_that_it_governs() {
        let document = render(SOURCE, &assets()).unwrap();
        let policy = document.find("Content-Security-Policy").unwrap();
        assert!(
            ["<link", "<style", "<script"].iter().all(|tag| policy < document.find(tag).unwrap())
        );
        assert!(render(&SOURCE.replace(CHARSET, ""), &assets()).is_err());
    }

    #[test]
    fn every_file_is_cached_once_in_the_order_of_its_use() {
        let mut assets = assets();
        assets.workers.push(Worker {
            name: "lab".to_owned(),
            script: asset("./lab.js"),
            module: asset("./lab.wasm"),
        });
        let (first, later) = assets.in_order(asset("./"));
        let addresses = |files: &[Asset]| {
            let addresses: Vec<_> = files.iter().map(|file| file.address.clone()).collect();
            addresses.join(" ")
        };
        assert_eq!(
            addresses(&first),
            "./ ./page-2.js ./page-3.wasm ./common-8.bin ./worker-4.js ./module-5.wasm"
        );
        assert_eq!(
            addresses(&later),
            "./lab-7.wasm ./lab.js ./lab.wasm ./short-6.safetensors ./manifest ./icon.svg ./icon.png ./licences.html"
        );
    }

    #[test]
    fn an_unknown_link_is_refused() {
        assert!(requested_files(&SOURCE.replace("copy-file", "inline")).is_err());
    }
}
