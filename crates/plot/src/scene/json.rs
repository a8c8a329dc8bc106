//! A scene as JSON, for a page that makes elements of it.

use super::{Anchor, Mark, Scene, Shape, Tenths, push_units};

impl Scene {
    /// The scene as JSON: `{"title", "width", "height", "root"}`, where `root` is a list of marks. All measures are in units.
    ///
    /// A mark is a list of the element's name, its classes, and what is drawn, in the order of [`Shape`]: `["g", "group", [marks]]`,
    /// `["path", "line series-0", "M0 0L1 1"]`, `["line", "grid", [0, 1, 2, 1]]`, `["rect", "bar", [0, 0, 8, 9]]`,
    /// `["circle", "point series-0", [4, 4, 3]]`, `["text", "tick", [0, 12, "end", "50 %"]]`. Where there is more to say of it, a fourth member
    /// has it by name: `title`, and what a page is to know.
    pub fn to_json(&self) -> String {
        let mut json = String::from("{\"title\":");
        push_text(&mut json, &self.title);
        json += &format!(",\"width\":{},\"height\":{},\"root\":", self.width, self.height);
        push_marks(&mut json, &self.root);
        json.push('}');
        json
    }
}

fn push_marks(json: &mut String, marks: &[Mark]) {
    push_list(json, marks, push_mark);
}

fn push_mark(json: &mut String, mark: &Mark) {
    json.push_str("[\"");
    json.push_str(mark.shape.element());
    json.push_str("\",");
    push_text(json, &mark.class.text());
    json.push(',');
    match &mark.shape {
        Shape::Group(marks) => push_marks(json, marks),
        Shape::Path(path) => push_text(json, path),
        Shape::Line(places) | Shape::Rect(places) => push_places(json, places),
        Shape::Circle(places) => push_places(json, places),
        Shape::Text { at, anchor, text } => push_said(json, *at, *anchor, text),
    }
    push_more(json, mark);
    json.push(']');
}

fn push_said(json: &mut String, at: [Tenths; 2], anchor: Anchor, text: &str) {
    json.push('[');
    for place in at {
        push_units(json, place);
        json.push(',');
    }
    push_text(json, anchor.slug());
    json.push(',');
    push_text(json, text);
    json.push(']');
}

/// What there is to say of a mark beside what is drawn.
fn push_more(json: &mut String, mark: &Mark) {
    let title = (!mark.title.is_empty()).then_some(("title", &mark.title));
    let data = mark.data.iter().map(|(name, value)| (*name, value));
    let mut before = ",{";
    for (name, value) in title.into_iter().chain(data) {
        json.push_str(before);
        push_text(json, name);
        json.push(':');
        push_text(json, value);
        before = ",";
    }
    if before == "," {
        json.push('}');
    }
}

fn push_places(json: &mut String, places: &[Tenths]) {
    push_list(json, places, |json, place| push_units(json, *place));
}

fn push_list<T>(json: &mut String, list: &[T], push: impl Fn(&mut String, &T)) {
    json.push('[');
    for (at, element) in list.iter().enumerate() {
        if at > 0 {
            json.push(',');
        }
        push(json, element);
    }
    json.push(']');
}

/// A text as RFC 8259 has it.
fn push_text(json: &mut String, text: &str) {
    json.push('"');
    for character in text.chars() {
        match character {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\0'..='\u{1f}' => json.push_str(&format!("\\u{:04x}", u32::from(character))),
            character => json.push(character),
        }
    }
    json.push('"');
}

#[cfg(test)]
mod tests {
    use crate::scene::{Anchor, Class, Mark, Role, Scene, Shape, Tint};
    use serde_json::{Value, json};

    #[test]
    fn every_shape_is_a_list_that_any_reader_reads() {
        let line = Class::tinted(Role::Line, Tint::Series(1));
        let data = [("filter", "0/trace/25/5".to_owned())];
        let root = vec![
            Mark::group(vec![Mark::new(Shape::Path("M0 0L1.5 2".to_owned()), line)]),
            Mark::line((0.0, 0.5), (1.25, 2.0), Class::of(Role::Grid)),
            Mark::rect(0.0, 0.0, 3.0, 4.0, Class::of(Role::Bar)).info("a \"b\"\n\\", &data),
            Mark::new(Shape::Circle([10, 20, 35]), Class::of(Role::Point)).info("", &data),
            Mark::text((1.0, 2.0), Anchor::End, "50 %", Class::of(Role::Tick)),
        ];
        let scene = Scene { title: "Ein\tBild".to_owned(), width: 360, height: 200, root };
        let read: Value = serde_json::from_str(&scene.to_json()).unwrap();
        let filter = "0/trace/25/5";
        let expected = json!({
            "title": "Ein\tBild",
            "width": 360,
            "height": 200,
            "root": [
                ["g", "group", [["path", "line series-1", "M0 0L1.5 2"]]],
                ["line", "grid", [0, 0.5, 1.3, 2]],
                ["rect", "bar", [0, 0, 3, 4], { "title": "a \"b\"\n\\", "filter": filter }],
                ["circle", "point", [1, 2, 3.5], { "filter": filter }],
                ["text", "tick", [1, 2, "end", "50 %"]],
            ],
        });
        // Numbers are told apart by how they are written.
        assert_eq!(read.to_string(), expected.to_string());
    }
}
