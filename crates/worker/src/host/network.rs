//! Requests, and what there is to find out about those that fail.

use std::rc::Rc;

use js_sys::{Array, Reflect, Uint8Array};
use stepfall_protocol::CallId;
use stepfall_provider::{Circumstances, Head, Permission, Probe, Request};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, AbortSignal, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache,
    RequestCredentials, RequestInit, RequestMode, RequestRedirect, Response, SubtleCrypto, Url,
};

use super::browser::{Navigator, object, text};
use super::{Host, now};

/// How long an address may take to answer a probe, in milliseconds.
const PATIENCE: f64 = 5_000.0;

impl Host {
    /// Sends a request to the one origin that it is for. Nothing goes along but what the runner says.
    pub(super) fn fetch(self: &Rc<Self>, id: CallId, request: Request, origin: String) {
        let Ok(call) = AbortController::new() else { return };
        self.calls.borrow_mut().insert(id, call.clone());
        self.spawn(async move |host| {
            let ended = host.carry(id, &call, &request, &origin).await;
            if host.is_mine(id, &call) {
                host.calls.borrow_mut().remove(&id);
                // An error of the network has no more to say than that it was one.
                host.tell(|runner| match ended {
                    Ok(()) => runner.end(id, now()),
                    Err(_) => runner.lost(id, now()),
                });
            }
        });
    }

    /// Whether a call is still wanted: it may have been given up, or another one may have its number.
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
        if Url::new(&request.url)?.origin() != origin {
            return Err("another origin".into());
        }
        let init = bare(RequestMode::Cors, RequestRedirect::Error, &call.signal());
        init.set_method(request.method.name());
        let headers: Array = request
            .headers
            .iter()
            .map(|header| {
                Array::of2(&header.name.to_string().into(), &header.value.reveal().into())
            })
            .collect();
        init.set_headers(&headers);
        if !request.body.is_empty() {
            init.set_body(&request.body.as_str().into());
        }
        let response = JsFuture::from(self.scope.fetch_with_str_and_init(&request.url, &init));
        let response: Response = response.await?.unchecked_into();
        if !self.is_mine(id, call) {
            return Ok(());
        }
        let head = Head { status: response.status(), headers: headers_of(&response) };
        self.tell(|runner| runner.head(id, head, now()));
        let Some(body) = response.body() else { return Ok(()) };
        let reader = ReadableStreamDefaultReader::new(&body)?;
        while self.is_mine(id, call) {
            let piece = JsFuture::from(reader.read()).await?;
            if Reflect::get(&piece, &"done".into())?.is_truthy() || !self.is_mine(id, call) {
                break;
            }
            let bytes = Reflect::get(&piece, &"value".into())?.unchecked_into::<Uint8Array>();
            let bytes = bytes.to_vec();
            self.tell(|runner| runner.bytes(id, &bytes, now()));
        }
        Ok(())
    }

    /// Finds out what there is to know about a request that failed without a word.
    pub(super) fn probe(self: &Rc<Self>, id: CallId, origin: String) {
        self.spawn(async move |host| {
            let patience = AbortSignal::timeout_with_f64(PATIENCE);
            let init = bare(RequestMode::NoCors, RequestRedirect::Follow, &patience);
            let answer = JsFuture::from(host.scope.fetch_with_str_and_init(&origin, &init)).await;
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
            host.tell(|runner| runner.found(id, &circumstances));
        });
    }

    /// The digest of a sign-in's verifier; empty where the browser has none to give, as on a page that came by plain http.
    pub(super) fn hash(self: &Rc<Self>, id: CallId, verifier: String) {
        self.spawn(async move |host| {
            let digest = digest(&host, &verifier).await.unwrap_or_default();
            host.tell(|runner| runner.hashed(id, &digest));
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

/// A request with which nothing goes along.
fn bare(mode: RequestMode, redirect: RequestRedirect, signal: &AbortSignal) -> RequestInit {
    let init = RequestInit::new();
    init.set_mode(mode);
    init.set_credentials(RequestCredentials::Omit);
    init.set_cache(RequestCache::NoStore);
    init.set_redirect(redirect);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(signal));
    init
}

fn headers_of(response: &Response) -> Vec<(String, String)> {
    let headers = js_sys::try_iter(&response.headers()).ok().flatten();
    let header = |header: JsValue| {
        let header: Array = header.unchecked_into();
        Some((header.get(0).as_string()?, header.get(1).as_string()?.trim().to_owned()))
    };
    headers.into_iter().flatten().flatten().filter_map(header).collect()
}

/// Whether this page may reach this machine; browsers call it by several names.
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
