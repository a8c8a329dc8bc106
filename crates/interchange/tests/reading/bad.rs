//! Files that are damaged, unusual, or not results at all.

use stepfall_interchange::{FileKind, Location, MAX_LINE, Problem, UnsupportedFormat};

use crate::{messages, read, read_pieces, summary, texts};

fn utf16(text: &str, is_big_endian: bool, has_mark: bool) -> Vec<u8> {
    let mark = has_mark.then_some('\u{feff}');
    let text: String = mark.into_iter().chain(text.chars()).collect();
    let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn an_empty_file_is_reported() {
    for bytes in ["", " \n\r\n ", "\u{feff}", "\u{feff}\n", "sep=;\r\n"] {
        let (responses, report) = read(bytes.as_bytes(), None);
        assert_eq!((responses.len(), report.kind), (0, None));
        assert_eq!(report.problems[0].problem, Problem::Empty, "{bytes:?}");
    }
    let (_, report) = read(b"id,response\n", None);
    assert_eq!((&report.problems[0].problem, report.columns.len()), (&Problem::OnlyNames, 0));
}

#[test]
fn unsupported_files_are_recognised() {
    let problem = |bytes: &[u8]| read(bytes, None).1.problems.remove(0).problem;
    for bytes in [
        "<!DOCTYPE html>\n<html><body>\nNo, nothing\n",
        "One line.",
        "{}",
        "[]\n[1, 2]",
        "{\"a\": 1}",
        "null\n",
    ] {
        assert_eq!(problem(bytes.as_bytes()), Problem::NotRecognised, "{bytes:?}");
    }
    assert_eq!(problem(b"\x1f\x8b\x08\x00\x00\x00"), Problem::UnsupportedCompression);
    let sweep =
        "{\"stepfall_sweep\":1,\"plan\":\"\"}\n{\"number\":0,\"text\":\"1\"}\n{\"number\":1}\n";
    for text in [sweep, "attempt,model,text,plan\n0,m,1,p\n"] {
        let (_, report) = read(text.as_bytes(), None);
        assert_eq!((report.problems.len(), report.columns.len()), (1, 0));
        assert_eq!(report.problems[0].problem, Problem::Sweep);
    }
    let scores =
        b"{\n\"results\":{\"stepfall\":{\"solved,none\":0.5}},\n\"n-samples\":{},\"config\":{}}";
    assert_eq!(problem(scores), Problem::Scores);
    for log in [
        r#"{"version":2,"status":"started","eval":{"task":"t","model":"m"}}"#,
        r#"{"version":2,"status":"error","eval":{"task":"t","model":"m"},"samples":null}"#,
        "{\n  \"version\": 2,\n  \"status\": \"success\",\n  \"eval\": {\"task\": \"t\"},\n  \"samples\": []\n}\n",
    ] {
        assert_eq!(problem(log.as_bytes()), Problem::NoSamples, "{log}");
    }
    let request = b"{\"custom_id\":\"a\",\"params\":{}}\n{\"key\":\"a\",\"request\":{}}\n";
    assert_eq!(problem(request), Problem::Request);
    assert_eq!(read(request, None).1.problems.len(), 1);
}

#[test]
fn binary_formats_are_recognised() {
    let wide = |text: &str, is_big: bool| -> Vec<u8> {
        let unit = |c| if is_big { u32::from(c).to_be_bytes() } else { u32::from(c).to_le_bytes() };
        text.chars().flat_map(unit).collect()
    };
    for (bytes, wanted) in [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj".to_vec(), UnsupportedFormat::Document),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), UnsupportedFormat::Picture),
        (b"PAR1\x15\x04\x15 \x15\0PAR1".to_vec(), UnsupportedFormat::Columns),
        (b"SQLite format 3\0\x10\0\x01".to_vec(), UnsupportedFormat::Database),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0".to_vec(), UnsupportedFormat::Spreadsheet),
        (wide("\u{feff}id,text\n", true), UnsupportedFormat::Utf32),
        (wide("\u{feff}id,text\n", false), UnsupportedFormat::Utf32),
        (wide("{\"id\":\"a\"}", false), UnsupportedFormat::Utf32),
        (b"\0\0\0\0\x01".to_vec(), UnsupportedFormat::Binary),
        // Only the first bytes are examined, even if the pieces are large.
        (b"\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0,\"response\"".to_vec(), UnsupportedFormat::Utf32),
        (b"key,said\n1,\0\n2,\0\0\n".to_vec(), UnsupportedFormat::Binary),
    ] {
        let (responses, report) = read(&bytes, None);
        assert_eq!((responses.len(), report.columns.len(), report.problems.len()), (0, 0, 1));
        assert_eq!(report.problems[0].problem, Problem::UnsupportedFormat(wanted), "{bytes:?}");
    }
    // A zero byte does no harm in a text that is otherwise readable.
    let (responses, report) = read(b"id,text\na,1\0\n", None);
    assert_eq!((texts(&responses), report.problems.len()), (vec![("a", "1\0")], 0));
}

#[test]
fn questions_and_requests_are_recognised() {
    let open_ai =
        "{\"custom_id\":\"a\",\"method\":\"POST\",\"url\":\"/v1/responses\",\"body\":{}}\n";
    let gemini = "{\"key\":\"a\",\"request\":{\"contents\":[]}}\n";
    let anthropic = "{\"requests\":[\n{\"custom_id\":\"a\",\"params\":{}},\n{\"custom_id\":\"b\",\"params\":{}}\n]}\n";
    let table = "id,suite,dataset,condition,steps,look-back,link,prompt,target\na,quick,trace,trace,5,5,,4 + 9?,13\n";
    let inspect = "{\"id\":\"a\",\"input\":\"4 + 9?\",\"target\":\"13\",\"metadata\":{\"stepfall_id\":\"a\"}}\n";
    let promptfoo =
        "{\"description\":\"a\",\"vars\":{\"prompt\":\"4 + 9?\"},\"assert\":[],\"metadata\":{}}\n";
    for (text, wanted) in [
        (open_ai, Problem::Request),
        (gemini, Problem::Request),
        (anthropic, Problem::Request),
        (table, Problem::Question),
        (inspect, Problem::Question),
        (promptfoo, Problem::Question),
    ] {
        let (responses, report) = read(text.as_bytes(), None);
        assert_eq!((responses.len(), report.columns.len(), report.problems.len()), (0, 0, 1));
        assert_eq!(report.problems[0].problem, wanted, "{text}");
    }
    let (_, report) = read(anthropic.as_bytes(), None);
    assert!(messages(&report)[0].starts_with("Record 1, like 1 other (2): "));
    // If a user added a column of outputs to a table of questions, that column can be chosen.
    let answered = "id,prompt,target,said\na,4 + 9?,13,14\n";
    assert_eq!(read(answered.as_bytes(), None).1.problems[0].problem, Problem::UnknownColumns);
}

#[test]
fn json_objects_are_read_with_any_separator() {
    let objects = [
        "{\"id\":\"a\",\"text\":\"}{\"}",
        "{\"id\":\"b\",\"text\":\"2\"}",
        "{\"id\":\"c\",\"text\":\"3\"}",
    ];
    for between in ["", " ", "\n", "\r", "\r\n", "\r\r"] {
        let text = objects.join(between);
        for text in [text.clone(), format!("{text}{between}"), format!("{between}{text}\n")] {
            let (responses, report) = read(text.as_bytes(), None);
            assert_eq!(texts(&responses), [("a", "}{"), ("b", "2"), ("c", "3")], "{text:?}");
            assert_eq!(report.problems, [], "{text:?}");
        }
    }
    let (responses, report) =
        read(format!("{}{}x\r{}", objects[0], objects[1], objects[2]).as_bytes(), None);
    assert_eq!((responses.len(), messages(&report).len()), (3, 1));
    let (responses, report) =
        read(b"{\"id\":\"a\",\"text\":\"1\"}\r{\"id\":\r{\"id\":\"c\",\"text\":\"3\"}\r", None);
    assert_eq!(texts(&responses), [("a", "1"), ("c", "3")]);
    assert_eq!(report.problems[0].place, Location::Line(2));
    let (responses, report) = read(b"\r\rid,text\ra,1\rb,\"2\r\"\r", None);
    assert_eq!((texts(&responses), report.problems.len()), (vec![("a", "1"), ("b", "2\r")], 0));
}

#[test]
fn the_separator_line_of_excel_is_honoured() {
    for (head, row) in
        [("sep=;", "a;1,5"), ("\"sep=;\"", "a;1,5"), ("SEP=^", "a^1,5"), ("sep=\t", "a\t1,5")]
    {
        let separator = row.chars().nth(1).unwrap();
        for end in ["\n", "\r\n", "\r"] {
            let text =
                [head, &format!("id{separator}text"), row, separator.to_string().as_str(), ""]
                    .join(end);
            let (responses, report) = read(text.as_bytes(), None);
            assert_eq!(
                (texts(&responses), report.problems.len()),
                (vec![("a", "1,5")], 0),
                "{text:?}"
            );
        }
    }
    let (_, report) = read(b"sep=;\nid;text\n;1\n", None);
    assert_eq!(report.problems[0].place, Location::Line(3));
}

#[test]
fn encodings_are_recognised_by_their_marks() {
    let lines = "{\"id\":\"ä\",\"text\":\"13 😀\"}\n{\"id\":\"b\",\"text\":\"\"}\n";
    let table = "id\ttext\r\nä\t13 😀\r\nb\t\r\n";
    for text in [lines, table] {
        for (is_big_endian, has_mark) in
            [(true, true), (true, false), (false, true), (false, false)]
        {
            let (responses, report) = read(&utf16(text, is_big_endian, has_mark), None);
            assert_eq!(texts(&responses), [("ä", "13 😀"), ("b", "")]);
            assert_eq!(report.problems, []);
        }
        let marked = format!("\u{feff}{text}");
        assert_eq!(read(marked.as_bytes(), None), read(text.as_bytes(), None));
    }
    let mut odd = utf16(lines, false, true);
    odd.extend([0x3d, 0xd8, b'x', 0, 7]);
    let (responses, report) = read(&odd, None);
    assert_eq!((responses.len(), report.problems.len()), (2, 2));
    assert_eq!(report.problems[1].problem, Problem::Replaced);
}

#[test]
fn invalid_characters_are_replaced_and_reported_once() {
    let lines = b"{\"id\":\"a\",\"text\":\"\xe4\"}\n{\"id\":\"b\",\"text\":\"\xff\xfe\"}\n{\"id\":\"c\",\"text\":\"\\ud83d\"}";
    let table = b"id,text\na,\xe4\nb,\"\xff\xfe\"\nc,\xf0\x9f";
    for bytes in [lines.as_slice(), table] {
        let (responses, report) = read(bytes, None);
        assert_eq!(
            texts(&responses),
            [("a", "\u{fffd}"), ("b", "\u{fffd}\u{fffd}"), ("c", "\u{fffd}")]
        );
        assert_eq!((report.problems.len(), &report.problems[0].problem), (1, &Problem::Replaced));
    }
}

#[test]
fn a_too_long_line_is_skipped() {
    let mut reader = stepfall_interchange::FileReader::new("long", None);
    let mut responses = Vec::new();
    let mut found = |response| responses.push(response);
    reader.push(b"{\"id\":\"a\",\"text\":\"1\"}\n{\"id\":\"b\",\"text\":\"", &mut found);
    let piece = vec![b'0'; 1 << 20];
    for _ in 0..100 {
        reader.push(&piece, &mut found);
    }
    reader.push(b"\"}\n{\"id\":\"c\",\"text\":\"3\"}", &mut found);
    let report = reader.finish(&mut found);
    assert_eq!(texts(&responses), [("a", "1"), ("c", "3")]);
    assert_eq!(
        (&report.problems[0].place, &report.problems[0].problem),
        (&Location::Line(2), &Problem::TooLong)
    );
}

#[test]
fn a_too_long_first_line_loses_only_itself() {
    let long = "0".repeat(MAX_LINE);
    let text = format!(
        "{{\"id\":\"a\",\"text\":\"{long}\"}}\n{{\"id\":\"b\",\"text\":\"2\"}}\n{{\"id\":\"c\",\"text\":\"3\"}}\n"
    );
    let whole = read_pieces([text.as_bytes()], None);
    assert_eq!(texts(&whole.0), [("b", "2"), ("c", "3")]);
    assert_eq!(whole.1.problems[0].problem, Problem::TooLong);
    assert_eq!(read_pieces(text.as_bytes().chunks(65_537), None), whole);
}

#[test]
fn a_too_long_element_of_a_document_is_skipped() {
    let long = "0".repeat(MAX_LINE);
    let text = format!(
        "[{{\"id\":\"a\",\"text\":\"1\"}},{{\"id\":\"b\",\"text\":\"{long}\"}},{{\"id\":\"c\",\"text\":\"3\"}}]"
    );
    let (responses, report) = read_pieces(text.as_bytes().chunks(1 << 16), None);
    assert_eq!(texts(&responses), [("a", "1"), ("c", "3")]);
    assert_eq!(
        (&report.problems[0].place, &report.problems[0].problem),
        (&Location::Record(2), &Problem::TooLong)
    );
}

#[test]
fn a_too_long_row_is_skipped() {
    let long = "0".repeat(MAX_LINE);
    let text = format!("id,text\na,1\nb,{long}\nc,3\n");
    let whole = read_pieces([text.as_bytes()], None);
    assert_eq!(texts(&whole.0), [("a", "1"), ("c", "3")]);
    assert_eq!(messages(&whole.1).len(), 1);
    assert_eq!(read_pieces(text.as_bytes().chunks(65_537), None), whole);
    let many = format!("id,text\na,1\nb,{}\nc,3\n", ",".repeat(10_000));
    let (responses, report) = read_pieces([many.as_bytes()], None);
    assert_eq!(texts(&responses), [("a", "1"), ("c", "3")]);
    assert_eq!(
        (&report.problems[0].place, &report.problems[0].problem),
        (&Location::Line(3), &Problem::TooLong)
    );
}

#[test]
fn an_open_quotation_mark_loses_one_line() {
    let (responses, report) = read(b"id,text\r\na,1\r\nb,\"2\r\nc,3\r\n\r\nd,\"4\"\r\n", None);
    // The next quotation mark closes the cell, so the rows between the two marks are part of the
    // cell.
    assert_eq!(texts(&responses), [("a", "1"), ("b", "2\r\nc,3\r\n\r\nd,4\"")]);
    assert_eq!(report.problems, []);
    let (responses, report) = read(b"id,text\na,1\nb,\"2\nc,3\nd,\"4\ne,5", None);
    assert_eq!(texts(&responses)[0], ("a", "1"));
    assert_eq!(report.problems.len(), 0);
    let (responses, report) = read(b"id,text\na,1\nb,\"2\nc,3\nd,4", None);
    assert_eq!(texts(&responses), [("a", "1"), ("c", "3"), ("d", "4")]);
    assert_eq!(
        (&report.problems[0].place, &report.problems[0].problem),
        (&Location::Line(3), &Problem::OpenQuote)
    );
}

#[test]
fn a_truncated_document_gives_its_whole_records() {
    for head in [
        "{\"version\":2,\"eval\":{\"model\":\"m\"},\n\"samples\":",
        "{\"results\":{\"results\":\n",
        "\n[",
        "{\"results\":[",
    ] {
        let sample = r#"{"id":"a","epoch":1,"output":{"completion":"13"}}"#;
        let list = if head.ends_with('[') { "" } else { "[" };
        let text = format!("{head}{list}{sample},\n{sample},{{\"id\":\"b\",\"epo");
        let (responses, report) = read(text.as_bytes(), None);
        assert_eq!(texts(&responses), [("a", "13"), ("a", "13")], "{head}");
        assert_eq!(report.kind, Some(FileKind::Inspect));
        assert_eq!(report.problems[0].problem, Problem::BrokenOff);
    }
    let (responses, report) = read(b"{\"id\":\"a\",\"text\":\"1\"}\n{\"id\":\"b\",\"te", None);
    assert_eq!(texts(&responses), [("a", "1")]);
    assert_eq!(
        (&report.problems[0].place, &report.problems[0].problem),
        (&Location::Line(2), &Problem::BrokenOff)
    );
}

#[test]
fn a_truncated_first_line_loses_only_itself() {
    for torn in [
        "{\"id\":\"a\",\"te",
        "{\"id\":\"a\",",
        "{\"id\":\"a\"",
        "{\"id\":\"a\",\"text\":[1,2]",
        "{",
        "{x",
        "{\"id\" \"a\"}",
    ] {
        let text =
            format!("{torn}\n{{\"id\":\"b\",\"text\":\"2\"}}\n{{\"id\":\"c\",\"text\":\"3\"}}\n");
        let (responses, report) = read(text.as_bytes(), None);
        assert_eq!(texts(&responses), [("b", "2"), ("c", "3")], "{torn}");
        assert!(matches!(report.problems[0].problem, Problem::NotJson(_)), "{torn}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = "[".repeat(100_000);
    let lines = format!(
        "{{\"id\":\"a\",\"text\":\"1\"}}\n{{\"id\":\"b\",\"text\":{deep}\n{{\"id\":\"c\",\"text\":\"3\"}}\n"
    );
    let (responses, report) = read_pieces([lines.as_bytes()], None);
    assert_eq!(texts(&responses), [("a", "1"), ("c", "3")]);
    assert!(matches!(report.problems[0].problem, Problem::NotJson(_)));
    for text in [deep.clone(), "{\"a\":".repeat(100_000), format!("[{deep}{}", "]".repeat(100_001))]
    {
        let (responses, report) = read_pieces(text.as_bytes().chunks(1_000), None);
        assert_eq!((responses.len(), report.problems.len()), (0, 1));
    }
}

#[test]
fn similar_problems_are_reported_once() {
    let text = "nonsense\n".repeat(100);
    let (responses, report) =
        read(format!("{{\"id\":\"a\",\"text\":\"1\"}}\n{text}").as_bytes(), None);
    assert_eq!((responses.len(), report.problems.len(), report.problems_left_out), (1, 1, 0));
    let message = &messages(&report)[0];
    assert!(
        message.starts_with("Line 2, like 99 others (3, 4, 5, …): It is not valid JSON"),
        "{message}"
    );
    let unknown = "{\"b\":1}\n".repeat(100);
    let (_, report) = read(format!("{{\"id\":\"a\",\"text\":\"1\"}}\n{unknown}").as_bytes(), None);
    assert_eq!(report.problems[0].problem, Problem::OtherShape { others: 99 });
    assert_eq!((report.lines, report.problems.len()), (101, 1));
}

#[test]
fn short_and_long_rows_keep_their_cells() {
    let bytes = b"model,id,response,error\nm,a,1\nm,b\nm\nm,c,3,,,\n";
    assert_eq!(
        summary(&read(bytes, None)),
        "rows with an id and a response; 4 records\n\
         a#0 \"1\" by m\n\
         b#0 (failed: the file has no response for it) \"\" by m\n\
         c#0 \"3\" by m\n\
         Line 4: It has no “id”, so the question that it answers is unknown, and it was left out. Only responses to questions that Stepfall wrote can be graded; their ids begin with “sf1-”."
    );
}

#[test]
fn the_advice_for_missing_ids_depends_on_the_origin_of_the_file() {
    let lacking = |id: &str| {
        let text = format!("id,response\n{id},13\n,14\n");
        messages(&read(text.as_bytes(), None).1)[0].clone()
    };
    assert!(lacking("q-1").contains("Only responses to questions that Stepfall wrote"));
    let ours = lacking("sf1-AAAA");
    assert!(ours.contains("Run the batch with the file as it was exported"), "{ours}");
}
