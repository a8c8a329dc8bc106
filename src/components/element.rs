//! Elements, and how they follow the state.
//!
//! Every view of the page is made of these: built at once, part by part, by methods that return the node again. What
//! changes is a closure, which is called again whenever a signal that it reads has changed, for as long as the reactive
//! owner lives under which the node was made.
//!
//! All elements share their code, because closures are boxed here. Leptos compiles its own elements anew for every type
//! of attribute and child: with them the module of this page was 474 kB, without them 358 kB (`cargo xtask sizes`).

use crate::prelude::*;
use leptos::tachys::renderer::{Rndr, types};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Event;

/// An element, or several nodes that are still looking for their place. Copies are the same node.
#[derive(Clone)]
pub(crate) struct Node(types::Node);

/// An element of HTML.
pub(crate) fn element(tag: &str) -> Node {
    Node(Rndr::create_element(tag, None).into())
}

/// Nodes side by side, without an element around them. It has no attributes.
pub(crate) fn group() -> Node {
    Node(document().create_document_fragment().into())
}

impl Node {
    pub(crate) fn class(self, class: &str) -> Self {
        self.attr("class", class)
    }

    pub(crate) fn id(self, id: &str) -> Self {
        self.attr("id", id)
    }

    pub(crate) fn attr(self, name: &str, value: &str) -> Self {
        Rndr::set_attribute(self.element(), name, value);
        self
    }

    /// An attribute that changes, and is left out where there is no value.
    pub(crate) fn attr_of(
        self,
        name: &'static str,
        value: impl Fn() -> Option<String> + 'static,
    ) -> Self {
        let element = self.element().clone();
        follow(value, move |value| match value {
            Some(value) => Rndr::set_attribute(&element, name, value),
            None => Rndr::remove_attribute(&element, name),
        });
        self
    }

    /// An attribute without a value, there while something holds.
    pub(crate) fn attr_when(self, name: &'static str, holds: impl Fn() -> bool + 'static) -> Self {
        self.attr_of(name, move || holds().then(String::new))
    }

    /// A class, there while something holds.
    pub(crate) fn class_when(self, name: &'static str, holds: impl Fn() -> bool + 'static) -> Self {
        let classes = Rndr::class_list(self.element());
        follow(
            move || holds().then(String::new),
            move |holds| match holds {
                Some(_) => Rndr::add_class(&classes, name),
                None => Rndr::remove_class(&classes, name),
            },
        );
        self
    }

    /// What a field holds. Set only when it changes, so that typing is not disturbed.
    pub(crate) fn value(self, value: impl Fn() -> String + 'static) -> Self {
        let element = self.element().clone();
        follow(
            move || Some(value()),
            move |value| Rndr::set_property(&element, "value", &value.into()),
        );
        self
    }

    /// A property that is true while something holds.
    pub(crate) fn prop_when(self, name: &'static str, holds: impl Fn() -> bool + 'static) -> Self {
        let element = self.element().clone();
        follow(
            move || holds().then(String::new),
            move |holds| Rndr::set_property(&element, name, &holds.is_some().into()),
        );
        self
    }

    /// A text at the end, as it stands: it is never read as markup.
    pub(crate) fn text(self, text: &str) -> Self {
        self.append(&Rndr::create_text_node(text));
        self
    }

    /// A text that changes.
    pub(crate) fn text_of(self, text: impl Fn() -> String + 'static) -> Self {
        let node = Rndr::create_text_node("");
        self.append(&node);
        follow(move || Some(text()), move |text| Rndr::set_text(&node, text.unwrap_or_default()));
        self
    }

    /// A child at the end.
    #[allow(clippy::needless_pass_by_value, reason = "a node has one place")]
    pub(crate) fn child(self, child: Self) -> Self {
        self.append(&child.0);
        self
    }

    pub(crate) fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// Children that are made anew whenever what they are made from has changed.
    pub(crate) fn part<T: PartialEq + 'static>(
        self,
        read: impl Fn() -> T + 'static,
        make: impl Fn(&T) -> Self + 'static,
    ) -> Self {
        let mut before = None;
        self.part_boxed(Box::new(move |renew| {
            let now = read();
            if before.as_ref() != Some(&now) {
                renew(&|| make(&now));
                before = Some(now);
            }
        }));
        self
    }

    /// Children that are made anew whenever `act` says so, which is called again after every change of a signal that it read.
    fn part_boxed(&self, mut act: Box<Part>) {
        let (start, end) = (Rndr::create_placeholder(), Rndr::create_placeholder());
        self.append(&start);
        self.append(&end);
        let owner = Owner::new();
        again(Box::new(move || {
            act(&|make| {
                let nodes = owner.with_cleanup(|| untrack(make));
                replace_between(&start, &end, &nodes);
            });
        }));
    }

    /// A view of Leptos at the end.
    pub(crate) fn view(self, view: impl IntoView + 'static) -> Self {
        let mut state = view.into_any().build();
        state.mount(self.element(), None);
        let state = StoredValue::new_local(state);
        on_cleanup(move || state.dispose());
        self
    }

    /// What happens at an event.
    pub(crate) fn on(self, event: &str, act: impl Fn(Event) + 'static) -> Self {
        let act = Box::new(move |event: JsValue| act(event.unchecked_into()));
        let listener = Rndr::add_event_listener(self.element(), event, act);
        on_cleanup(move || drop(listener));
        self
    }

    /// Draws figures into the element; tells what is wanted of one.
    pub(crate) fn draw_figures(
        &self,
        json: &str,
        words: &str,
        told: impl Fn(String, String) + 'static,
    ) {
        crate::browser::draw_figures(self.element(), json, words, told);
    }

    /// What happens with the element's width, now and when it is another.
    pub(crate) fn on_width(self, act: impl Fn(u32) + 'static) -> Self {
        crate::browser::on_width(self.element(), act);
        self
    }

    /// Makes the element a list of which only what is seen is there.
    pub(crate) fn make_list(
        self,
        wanted: impl Fn(u32) + 'static,
        opened: impl Fn(u32) + 'static,
    ) -> Self {
        crate::browser::make_list(self.element(), wanted, opened);
        self
    }

    /// Makes the element the row of links to the figures in a host and to the parts beside it.
    pub(crate) fn make_jumps(self, host: &Self, words: &str) -> Self {
        crate::browser::make_jumps(self.element(), host.element(), words);
        self
    }

    /// Keeps the focus in the element, whose rows are about to be made anew; where none is left, on what a selector finds.
    pub(crate) fn keep_focus(&self, otherwise: &str) {
        crate::browser::keep_focus(self.element(), otherwise);
    }

    /// Fills such a list with rows.
    pub(crate) fn fill_list(&self, json: &str) {
        crate::browser::fill_list(self.element(), json);
    }

    /// Asks for the rows of such a list that are seen; of another list, from its begin.
    pub(crate) fn renew_list(&self, is_other: bool) {
        crate::browser::renew_list(self.element(), is_other);
    }

    /// Opens something that folds whenever something comes to hold; it is the visitor's to close.
    pub(crate) fn open_when(self, holds: impl Fn() -> bool + 'static) -> Self {
        let element = self.element().clone();
        follow(
            move || holds().then(String::new),
            move |holds| {
                if holds.is_some() {
                    Rndr::set_attribute(&element, "open", "");
                }
            },
        );
        self
    }

    /// What a button does.
    pub(crate) fn press(self, act: impl Fn() + 'static) -> Self {
        self.on("click", move |_| act())
    }

    /// What happens with the value of a field at an event.
    pub(crate) fn on_value(self, event: &str, act: impl Fn(String) + 'static) -> Self {
        self.on(event, move |event| act(event_target_value(&event)))
    }

    /// Puts the node at the end of an element.
    pub(crate) fn mount_in(&self, place: &types::Element) {
        Rndr::insert_node(place, &self.0, None);
    }

    fn element(&self) -> &types::Element {
        self.0.unchecked_ref()
    }

    fn append(&self, child: &types::Node) {
        Rndr::insert_node(self.element(), child, None);
    }
}

/// Shows a value now and whenever it has changed.
fn follow(read: impl Fn() -> Option<String> + 'static, show: impl Fn(Option<&str>) + 'static) {
    follow_boxed(Box::new(read), Box::new(show));
}

type Show = dyn Fn(Option<&str>);
/// Is given what makes the children anew.
type Part = dyn FnMut(&dyn Fn(&dyn Fn() -> Node));

fn follow_boxed(read: Box<dyn Fn() -> Option<String>>, show: Box<Show>) {
    let mut before = None;
    again(Box::new(move || {
        let now = read();
        if before.as_ref() != Some(&now) {
            show(now.as_deref());
            before = Some(now);
        }
    }));
}

/// Acts now, and again after every change of a signal that was read, while the owner lives.
fn again(mut act: Box<dyn FnMut()>) {
    let effect = RenderEffect::new(move |_| act());
    on_cleanup(move || drop(effect));
}

fn replace_between(start: &types::Node, end: &types::Node, new: &Node) {
    while let Some(node) = Rndr::next_sibling(start)
        && node != *end
    {
        Rndr::remove(&node);
    }
    if let Some(parent) = Rndr::get_parent(end) {
        Rndr::insert_node(parent.unchecked_ref(), &new.0, Some(end));
    }
}
