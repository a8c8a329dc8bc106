//! Files and texts that the user drops, pastes or chooses, and files that the page saves.

use js_sys::{Array, Uint8Array};
use leptos::ev;
use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use stepfall_procedure::has_excess_marks;
use stepfall_protocol::FileEvent;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Blob, BlobPropertyBag, ClipboardEvent, DragEvent, Element, EventTarget, File, FileList,
    HtmlAnchorElement, HtmlInputElement, Url,
};

use super::{Timer, element};
use crate::state::is_slow_in_field;

#[wasm_bindgen(module = "/src/browser/picture.js")]
extern "C" {
    /// Saves the text of an SVG as a PNG.
    #[wasm_bindgen(js_name = savePng)]
    pub(crate) fn save_png(name: &str, svg: &str);
    /// Copies the text of an SVG as a PNG. The promise resolves to true if that worked.
    #[wasm_bindgen(js_name = copyPng, catch)]
    async fn copy_png_js(svg: &str) -> Result<JsValue, JsValue>;
}

/// The length above which a text makes an input field slow, in UTF-16 units.
const LONG: usize = 50_000;
/// The size limit of input files, in bytes: slightly above the limit of the worker.
const LARGE: f64 = 40_000_000.0;
/// The lifetime of the object URL of a saved file, in milliseconds.
const SAVED_FOR: f64 = 10_000.0;

/// A complete input text, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum InputText {
    Text(String),
    /// The file cannot be read.
    Unread,
    /// The file is too large.
    Large,
    /// The file is not a text file.
    Binary,
    /// The file is empty or blank.
    Empty,
    /// The user dropped several files.
    Several,
}

/// Calls `on_input` with the text of a dropped file, and with a pasted text. A paste into an input
/// field is left to the field. The exception is a text that would make a text area slow.
///
/// Events count only while the reactive owner lives, and if `is_mine` accepts the target. `is_over`
/// becomes true when a file is over such a target, and false when the file moves elsewhere or is
/// dropped.
pub(crate) fn on_input(
    is_over: RwSignal<bool>,
    is_mine: impl Fn(Option<EventTarget>) -> bool + Copy + 'static,
    on_input: impl Fn(InputText) + Copy + 'static,
) {
    let pasted = window_event_listener(ev::paste, move |event: ClipboardEvent| {
        if !is_mine(event.target()) {
            return;
        }
        let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
        let text = text.unwrap_or_default();
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let field = target.and_then(|target| target.closest("textarea, input[type=text]").ok()?);
        let is_left = match field {
            Some(field) => field.tag_name() != "TEXTAREA" || !is_hard(&text),
            None => text.trim().is_empty(),
        };
        if !is_left {
            event.prevent_default();
            on_input(InputText::Text(text));
        }
    });
    on_cleanup(move || pasted.remove());
    on_dropped(is_over, is_mine, move |files| match files.item(0) {
        Some(_) if files.length() > 1 => on_input(InputText::Several),
        Some(file) => take(file, on_input),
        None => {}
    });
}

/// Calls back with files dropped on a target that `is_mine` accepts, while the reactive owner
/// lives. `is_over` becomes true when files are over such a target, and false when they move
/// elsewhere or are dropped.
fn on_dropped(
    is_over: RwSignal<bool>,
    is_mine: impl Fn(Option<EventTarget>) -> bool + Copy + 'static,
    dropped: impl Fn(FileList) + 'static,
) {
    let over = window_event_listener(ev::dragover, move |event: DragEvent| {
        let is_accepted = has_files(&event) && is_mine(event.target());
        if is_accepted {
            event.prevent_default();
        }
        is_over.set(is_accepted);
    });
    let left = window_event_listener(ev::dragleave, move |event: DragEvent| {
        if event.related_target().is_none() {
            is_over.set(false);
        }
    });
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        is_over.set(false);
        if !has_files(&event) || !is_mine(event.target()) {
            return;
        }
        event.prevent_default();
        if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
            dropped(files);
        }
    });
    on_cleanup(move || {
        for listener in [over, left, dropped] {
            listener.remove();
        }
    });
}

fn has_files(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.includes(&"Files".into(), 0))
}

/// Returns whether a text would make an input field slow. For example, layout time grows with the
/// square of the number of combining marks on one character.
fn is_hard(text: &str) -> bool {
    text.encode_utf16().nth(LONG).is_some() || has_excess_marks(text) || is_slow_in_field(text)
}

/// Opens a file dialog, and calls back with the text of the chosen file.
pub(crate) fn pick_file(on_input: impl Fn(InputText) + 'static) {
    choose_file(move |file| take(file, on_input));
}

/// A file that the user chose, to be read by a worker.
#[derive(Debug, Clone)]
pub(crate) struct ChosenFile(File);

impl ChosenFile {
    pub(crate) fn name(&self) -> String {
        self.0.name()
    }

    /// Returns the size of the file in bytes.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
    pub(crate) fn size(&self) -> u64 {
        self.0.size() as u64
    }

    /// Returns the file as a value that can be sent to a worker.
    pub(crate) fn content(&self) -> &JsValue {
        self.0.as_ref()
    }
}

/// Calls back with files that are dropped on the element `element_ref`, while the reactive owner lives.
/// The element has the attribute `data-takes-files`. Files dropped on a descendant that also has
/// this attribute belong to that descendant. `is_over` is true while files are over the element.
pub(crate) fn on_files<E>(
    is_over: RwSignal<bool>,
    element_ref: NodeRef<E>,
    on_files: impl Fn(Vec<ChosenFile>) + 'static,
) where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    let is_mine = move |target: Option<EventTarget>| {
        let target = target.and_then(|target| target.dyn_into::<Element>().ok());
        let taker = target.and_then(|target| target.closest("[data-takes-files]").ok()?);
        let place = element(element_ref).and_then(|place| place.dyn_into::<web_sys::Node>().ok());
        place.is_some_and(|place| place.is_same_node(taker.as_deref()))
    };
    on_dropped(is_over, is_mine, move |files| on_files(all(&files)));
}

fn all(files: &FileList) -> Vec<ChosenFile> {
    (0..files.length()).filter_map(|at| files.item(at)).map(ChosenFile).collect()
}

/// Opens a file dialog for several files, without reading them.
pub(crate) fn choose_files(chosen: impl FnOnce(Vec<ChosenFile>) + 'static) {
    choose(true, move |files| chosen(all(&files)));
}

/// Opens a file dialog for one file, without reading it.
pub(crate) fn choose_file(chosen: impl FnOnce(File) + 'static) {
    choose(false, move |files| {
        if let Some(file) = files.item(0) {
            chosen(file);
        }
    });
}

fn choose(several: bool, chosen: impl FnOnce(FileList) + 'static) {
    let Some(input) = document()
        .create_element("input")
        .ok()
        .and_then(|input| input.dyn_into::<HtmlInputElement>().ok())
    else {
        return;
    };
    input.set_type("file");
    input.set_multiple(several);
    let field = input.clone();
    let changed = Closure::once_into_js(move || {
        if let Some(files) = field.files() {
            chosen(files);
        }
    });
    input.set_onchange(Some(changed.unchecked_ref()));
    input.click();
}

fn take(file: File, on_input: impl Fn(InputText) + 'static) {
    if file.size() > LARGE {
        return on_input(InputText::Large);
    }
    spawn_local(async move {
        let bytes = JsFuture::from(file.array_buffer()).await;
        on_input(match bytes {
            Ok(bytes) => read(&Uint8Array::new(&bytes).to_vec()),
            Err(_) => InputText::Unread,
        });
    });
}

/// Decodes bytes as UTF-16 if they start with the byte-order mark of UTF-16, otherwise as UTF-8. A
/// text with a NUL or with many invalid bytes counts as binary.
fn read(bytes: &[u8]) -> InputText {
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let pairs = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        String::from_utf16_lossy(&pairs.collect::<Vec<u16>>())
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => units(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => units(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        bytes => String::from_utf8_lossy(bytes).into_owned(),
    };
    // Invalid bytes have become replacement characters.
    let broken = text.matches('\u{FFFD}').count();
    if text.trim().is_empty() {
        InputText::Empty
    } else if text.contains('\0') || broken * 50 > text.len() {
        InputText::Binary
    } else {
        InputText::Text(text)
    }
}

/// Saves a text as a file with this name and media type.
pub(crate) fn save_text(name: &str, media_type: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = Array::of1(&text.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        save_file(name, &blob);
    }
}

fn save_file(name: &str, content: &Blob) {
    let link = document().create_element("a").ok();
    let link = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    if let (Some(link), Ok(address)) = (link, Url::create_object_url_with_blob(content)) {
        link.set_href(&address);
        link.set_download(name);
        link.click();
        let _ = Timer::after(SAVED_FOR, move || {
            // The call fails only if the URL is already revoked.
            let _ = Url::revoke_object_url(&address);
        });
    }
}

/// Saves a file that a worker has made. `attachment` is the content of an attached file.
pub(crate) fn save_file_event(file: &FileEvent, attachment: Option<Blob>) {
    match file {
        FileEvent::Text { name, text } => {
            let media_type = match name.rsplit('.').next() {
                Some("svg") => "image/svg+xml",
                Some("html") => "text/html",
                Some("csv") => "text/csv",
                _ => "text/plain",
            };
            save_text(name, media_type, text);
        }
        FileEvent::Picture { name, svg } => save_png(name, svg),
        FileEvent::Attached { name } => {
            if let Some(content) = attachment {
                save_file(name, &content);
            }
        }
    }
}

/// Copies an SVG picture as a PNG. Returns false if the browser refuses.
pub(crate) async fn copy_png(svg: &str) -> bool {
    copy_png_js(svg).await.is_ok_and(|copied| copied.is_truthy())
}
