//! Requests to providers, and probes that explain failed requests.

use std::rc::Rc;

use gloo_net::http::{self, Headers, Method, RequestBuilder, Response};
use js_sys::{Reflect, Uint8Array};
use stepfall_protocol::CallId;
use stepfall_provider::{
    self as provider, Circumstances, Head, Permission, Probe, Request, is_in_page,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_streams::ReadableStream;
use web_sys::{
    AbortController, AbortSignal, ReferrerPolicy, RequestCache, RequestCredentials, RequestMode,
    RequestRedirect, SubtleCrypto, Url,
};

use super::browser::{Navigator, object, text};
use super::{Host, now};

/// The time limit of a probe, in milliseconds.
const PROBE_TIMEOUT: f64 = 5_000.0;

#[wasm_bindgen]
extern "C" {
    /// Sends a request to a model in the page.
    #[wasm_bindgen(js_name = fetchFromPage, catch)]
    async fn fetch_from_page(
        url: &str,
        body: &str,
        signal: &AbortSignal,
    ) -> Result<web_sys::Response, JsValue>;
}

impl Host {
    /// Sends a request, and reports its answer to the runner. A request to another origin than
    /// `origin` is refused.
    pub(super) fn fetch(self: &Rc<Self>, id: CallId, request: Request, origin: String) {
        let Ok(call) = AbortController::new() else { return };
        self.calls.borrow_mut().insert(id, call.clone());
        self.spawn(async move |host| {
            let ended = host.carry(id, &call, &request, &origin).await;
            if host.is_mine(id, &call) {
                host.calls.borrow_mut().remove(&id);
                // Browsers do not report why a request failed.
                host.notify(|runner| match ended {
                    Ok(()) => runner.on_end(id, now()),
                    Err(_) => runner.on_lost(id, now()),
                });
            }
        });
    }

    /// Returns whether a call is still in progress. A cancelled call is not, even if a later call
    /// has its number.
    fn is_mine(&self, id: CallId, call: &AbortController) -> bool {
        self.calls.borrow().get(&id).is_some_and(|under_way| under_way == call)
    }

    async fn carry(
        self: &Rc<Self>,
        id: CallId,
        call: &AbortController,
        request: &Request,
        origin: &str,
    ) -> Result<(), JsValue> {
        let response = if is_in_page(&request.url) {
            fetch_from_page(&request.url, &request.body, &call.signal()).await?.into()
        } else if Url::new(&request.url)?.origin() == origin {
            let sent = send(request, &call.signal()).await;
            sent.map_err(|error| JsValue::from(error.to_string()))?
        } else {
            return Err("another origin".into());
        };
        if !self.is_mine(id, call) {
            return Ok(());
        }
        let head = Head { status: response.status(), headers: headers_of(&response) };
        self.notify(|runner| runner.on_head(id, head, now()));
        let Some(body) = response.body() else { return Ok(()) };
        let mut body = ReadableStream::from_raw(body);
        let mut reader = body.try_get_reader()?;
        while self.is_mine(id, call) {
            let Some(chunk) = reader.read().await?.filter(|_| self.is_mine(id, call)) else {
                break;
            };
            let bytes = chunk.unchecked_into::<Uint8Array>().to_vec();
            self.notify(|runner| runner.on_bytes(id, &bytes, now()));
        }
        Ok(())
    }

    /// Collects possible explanations of a failed request: whether the origin answers at all, and
    /// the state of the browser.
    pub(super) fn probe(self: &Rc<Self>, id: CallId, origin: String) {
        self.spawn(async move |host| {
            let timeout = AbortSignal::timeout_with_f64(PROBE_TIMEOUT);
            let request = builder(&origin, RequestMode::NoCors, RequestRedirect::Follow, &timeout);
            let answer = request.send().await;
            let navigator = host.scope.navigator();
            let agent = navigator.user_agent().unwrap_or_default();
            let circumstances = Circumstances {
                is_online: navigator.on_line(),
                probe: if answer.is_ok() { Probe::Answered } else { Probe::Silent },
                permission: permission(navigator.unchecked_ref()).await,
                page: host.scope.location().origin(),
                is_safari: agent.contains("Safari/")
                    && !agent.contains("Chrom")
                    && !agent.contains("Edg"),
            };
            host.notify(|runner| runner.on_circumstances(id, &circumstances));
        });
    }

    /// Reports the SHA-256 digest of a sign-in's verifier. It is empty on a page that came by plain
    /// HTTP, where browsers offer no digests.
    pub(super) fn hash(self: &Rc<Self>, id: CallId, verifier: String) {
        self.spawn(async move |host| {
            let digest = digest(&host, &verifier).await.unwrap_or_default();
            host.notify(|runner| runner.on_hash(id, &digest));
        });
    }
}

async fn digest(host: &Host, text: &str) -> Option<Vec<u8>> {
    let crypto = Reflect::get(&host.scope, &"crypto".into()).ok()?;
    let subtle = Reflect::get(&crypto, &"subtle".into()).ok().filter(JsValue::is_object)?;
    let subtle: SubtleCrypto = subtle.unchecked_into();
    let bytes = Uint8Array::from(text.as_bytes());
    let digest = subtle.digest_with_str_and_js_u8_array("SHA-256", &bytes).ok()?;
    Some(Uint8Array::new(&JsFuture::from(digest).await.ok()?).to_vec())
}

async fn send(request: &Request, signal: &AbortSignal) -> Result<Response, gloo_net::Error> {
    let method = match request.method {
        provider::Method::Get => Method::GET,
        provider::Method::Post => Method::POST,
    };
    let builder = builder(&request.url, RequestMode::Cors, RequestRedirect::Error, signal)
        .method(method)
        .headers(headers(request)?);
    let request: http::Request =
        if request.body.is_empty() { builder.build()? } else { builder.body(&*request.body)? };
    request.send().await
}

/// Returns a request without cookies, referrer and cache.
fn builder(
    url: &str,
    mode: RequestMode,
    redirect: RequestRedirect,
    signal: &AbortSignal,
) -> RequestBuilder {
    RequestBuilder::new(url)
        .mode(mode)
        .redirect(redirect)
        .credentials(RequestCredentials::Omit)
        .cache(RequestCache::NoStore)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .abort_signal(Some(signal))
}

/// Returns the headers of a request, or an error if a value cannot be sent.
///
/// It uses `web_sys` because `gloo_net::http::Headers` panics on such a value.
fn headers(request: &Request) -> Result<Headers, gloo_net::Error> {
    let failed = |_| gloo_net::Error::GlooError("a header cannot be sent".to_owned());
    let headers = web_sys::Headers::new().map_err(failed)?;
    for header in &request.headers {
        headers.append(header.name, &header.value.reveal()).map_err(failed)?;
    }
    Ok(Headers::from_raw(headers))
}

fn headers_of(response: &Response) -> Vec<(String, String)> {
    let headers = response.headers().entries();
    headers.map(|(name, value)| (name, value.trim().to_owned())).collect()
}

/// Returns whether the page may send requests to this machine. Browsers use two names for this
/// permission.
async fn permission(navigator: &Navigator) -> Permission {
    let Some(permissions) = navigator.permissions() else { return Permission::Unknown };
    for name in ["loopback-network", "local-network-access"] {
        let Ok(query) = permissions.query(&object("name", name)) else { continue };
        let Ok(status) = JsFuture::from(query).await else { continue };
        return match text(&status, "state").as_deref() {
            Some("granted") => Permission::Granted,
            Some("prompt") => Permission::Prompt,
            Some("denied") => Permission::Denied,
            _ => Permission::Unknown,
        };
    }
    Permission::Unknown
}
