//! ZIP files, which this module writes byte by byte.

use stepfall_interchange::{Problem, UnsupportedFormat};

use crate::{messages, read, texts};

const STORED: u16 = 0;
const DEFLATE: u16 = 8;
const ZSTANDARD: u16 = 93;

/// Options for writing an archive.
#[derive(Debug, Clone, Copy, Default)]
struct Style {
    flags: u16,
    is_64: bool,
    has_comment: bool,
}

/// A member: its name, its method, its contents, and its packed contents.
type Member = (String, u16, Vec<u8>, Vec<u8>);

fn member(name: &str, method: u16, data: &str) -> Member {
    let bytes = data.as_bytes().to_vec();
    let packed = match method {
        DEFLATE => miniz_oxide::deflate::compress_to_vec(&bytes, 6),
        ZSTANDARD => {
            // Inspect also writes long members as several frames.
            let (first_half, second_half) = bytes.split_at(bytes.len() / 2);
            let frame = |bytes| {
                ruzstd::encoding::compress_to_vec(
                    bytes,
                    ruzstd::encoding::CompressionLevel::Fastest,
                )
            };
            let skipped = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc".to_vec();
            [frame(first_half), skipped, frame(second_half)].concat()
        }
        _ => bytes.clone(),
    };
    (name.to_owned(), method, bytes, packed)
}

fn field(out: &mut Vec<u8>, value: usize, length: usize) {
    out.extend_from_slice(&value.to_le_bytes()[..length]);
}

fn archive(members: &[Member], style: Style) -> Vec<u8> {
    let (mut out, mut list) = (Vec::new(), Vec::new());
    for (name, method, bytes, packed) in members {
        let at = out.len();
        let checksum = crc32fast::hash(bytes) as usize;
        let mut shared = Vec::new();
        for (value, length) in
            [(usize::from(style.flags), 2), (usize::from(*method), 2), (0, 4), (checksum, 4)]
        {
            field(&mut shared, value, length);
        }
        let (short, size) = if style.is_64 {
            (u32::MAX as usize, u32::MAX as usize)
        } else {
            (packed.len(), bytes.len())
        };
        field(&mut shared, short, 4);
        field(&mut shared, size, 4);
        field(&mut shared, name.len(), 2);
        let mut extra = Vec::new();
        if style.is_64 {
            for (value, length) in [
                (0x5455, 2),
                (1, 2),
                (0, 1),
                (1, 2),
                (24, 2),
                (bytes.len(), 8),
                (packed.len(), 8),
                (at, 8),
            ] {
                field(&mut extra, value, length);
            }
        }
        field(&mut shared, extra.len(), 2);
        out.extend_from_slice(b"PK\x03\x04\x14\x00");
        out.extend_from_slice(&shared);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(&extra);
        out.extend_from_slice(packed);
        list.extend_from_slice(b"PK\x01\x02\x14\x00\x14\x00");
        list.extend_from_slice(&shared);
        for (value, length) in [(0, 2), (0, 2), (0, 2), (0, 4)] {
            field(&mut list, value, length);
        }
        field(&mut list, if style.is_64 { u32::MAX as usize } else { at }, 4);
        list.extend_from_slice(name.as_bytes());
        list.extend_from_slice(&extra);
    }
    let begin = out.len();
    out.extend_from_slice(&list);
    if style.is_64 {
        let end = out.len();
        out.extend_from_slice(b"PK\x06\x06");
        for (value, length) in [
            (44, 8),
            (45, 2),
            (45, 2),
            (0, 4),
            (0, 4),
            (members.len(), 8),
            (members.len(), 8),
            (list.len(), 8),
            (begin, 8),
        ] {
            field(&mut out, value, length);
        }
        out.extend_from_slice(b"PK\x06\x07");
        for (value, length) in [(0, 4), (end, 8), (1, 4)] {
            field(&mut out, value, length);
        }
    }
    out.extend_from_slice(b"PK\x05\x06");
    let (count, begin) =
        if style.is_64 { (0xffff, u32::MAX as usize) } else { (members.len(), begin) };
    let comment: &[u8] = if style.has_comment { b"a comment" } else { b"" };
    for (value, length) in
        [(0, 2), (0, 2), (count, 2), (count, 2), (list.len(), 4), (begin, 4), (comment.len(), 2)]
    {
        field(&mut out, value, length);
    }
    out.extend_from_slice(comment);
    out
}

fn sample(id: &str, text: &str) -> String {
    format!(
        r#"{{"id":"{id}","epoch":1,"output":{{"model":"own","choices":[{{"message":{{"content":"{text}"}},"stop_reason":"stop"}}]}},"scores":{{"s":{{"value":NaN}}}}}}"#
    )
}

/// Returns a log with two samples, packed by this method.
fn log(method: u16) -> Vec<Member> {
    vec![
        member("header.json", method, r#"{"version":2,"eval":{"model":"openai/gpt-5"}}"#),
        member("samples/a/ä_epoch_1.json", method, &sample("a/ä", "13")),
        member("samples/b_epoch_1.json", method, &sample("b", &"14 ".repeat(2_000))),
        member("summaries.json", method, "[]"),
    ]
}

#[test]
fn only_the_first_of_overlapping_members_is_read() {
    let member_of = |name: &str| member(name, STORED, &sample("x", "13"));
    let names = ["samples/a_epoch_1.json", "samples/b_epoch_1.json", "samples/c_epoch_1.json"];
    let mut bytes = archive(&names.map(member_of), Style::default());
    let lists: Vec<usize> =
        (0..bytes.len()).filter(|&at| bytes[at..].starts_with(b"PK\x01\x02")).collect();
    // The second entry refers to the first member.
    bytes.copy_within(lists[0] + 42..lists[0] + 46, lists[1] + 42);
    let (responses, report) = read(&bytes, None);
    assert_eq!(responses.len(), 2);
    assert_eq!(report.problems[0].problem, Problem::Overlapping);
}

#[test]
fn archives_of_office_programs_are_recognised() {
    for (name, data, wanted) in [
        (
            "xl/workbook.xml",
            "<workbook/>",
            Problem::UnsupportedFormat(UnsupportedFormat::Spreadsheet),
        ),
        ("word/document.xml", "<w/>", Problem::UnsupportedFormat(UnsupportedFormat::Document)),
        (
            "mimetype",
            "application/vnd.oasis.opendocument.spreadsheet",
            Problem::UnsupportedFormat(UnsupportedFormat::Spreadsheet),
        ),
        (
            "mimetype",
            "application/vnd.oasis.opendocument.text",
            Problem::UnsupportedFormat(UnsupportedFormat::Document),
        ),
        ("results.jsonl", "{}", Problem::OtherArchive),
    ] {
        let bytes = archive(&[member(name, STORED, data)], Style::default());
        assert_eq!(read(&bytes, None).1.problems[0].problem, wanted, "{data}");
    }
}

#[test]
fn members_are_read_with_every_compression() {
    for method in [STORED, DEFLATE, ZSTANDARD] {
        for (is_64, has_comment) in [(false, false), (true, false), (false, true)] {
            let bytes = archive(&log(method), Style { is_64, has_comment, ..Style::default() });
            let (responses, report) = read(&bytes, None);
            let wanted = [("a/ä", "13"), ("b", &*"14 ".repeat(2_000))];
            assert_eq!(texts(&responses), wanted, "{method} {is_64} {has_comment}");
            assert!(
                responses.iter().all(|response| response.model.as_deref() == Some("openai/gpt-5"))
            );
            assert_eq!((report.problems, report.lines), (Vec::new(), 2));
        }
    }
}

#[test]
fn the_journal_of_a_running_log_names_its_model() {
    let mut members = log(STORED);
    members[0].0 = "_journal/start.json".to_owned();
    let (responses, _) = read(&archive(&members, Style::default()), None);
    assert_eq!(responses[0].model.as_deref(), Some("openai/gpt-5"));
    members.remove(0);
    let (responses, _) = read(&archive(&members, Style::default()), None);
    assert_eq!(responses[0].model.as_deref(), Some("own"));
}

#[test]
fn attachments_of_a_split_sample_are_found_by_number() {
    let members = [
        member(
            "samples/a_epoch_2/sample.json",
            STORED,
            &sample("a", "attachment://11").replace(r#""epoch":1"#, r#""epoch":2"#),
        ),
        member("samples/a_epoch_2/messages/0.json", STORED, "[]"),
        member("samples/a_epoch_2/attachments/0.json", STORED, r#"["none"]"#),
        member("samples/a_epoch_2/attachments/10.json", STORED, r#"["ten","eleven"]"#),
        member("samples/a_epoch_2/attachments/9.json", STORED, r#"["nine"]"#),
        member("samples/b_epoch_1/sample.json", STORED, &sample("b", "attachment://1")),
    ];
    let (responses, report) = read(&archive(&members, Style::default()), None);
    assert_eq!(texts(&responses), [("a", "eleven"), ("b", "")]);
    assert_eq!((responses[0].sample, report.lines), (1, 2));
    assert_ne!(responses[1].end, stepfall_interchange::ResponseEnd::Natural);
}

#[test]
fn half_an_archive_gives_its_whole_members() {
    for method in [STORED, DEFLATE, ZSTANDARD] {
        for is_64 in [false, true] {
            let bytes = archive(&log(method), Style { is_64, ..Style::default() });
            let third = bytes.windows(9).position(|window| window == b"samples/b").unwrap();
            let (responses, report) = read(&bytes[..third], None);
            assert_eq!(texts(&responses), [("a/ä", "13")]);
            assert!(messages(&report)[0].contains("list at the end of the ZIP file is missing"));
        }
    }
}

#[test]
fn unreadable_members_are_reported_and_the_rest_is_read() {
    let check_message = |members: &[Member], style: Style, word: &str| {
        let (responses, report) = read(&archive(members, style), None);
        let problems = messages(&report);
        assert!(problems.iter().any(|problem| problem.contains(word)), "{word}: {problems:?}");
        responses.len()
    };
    let encrypted = Style { flags: 1, ..Style::default() };
    assert_eq!(check_message(&log(STORED), encrypted, "without a password"), 0);
    let mut members = log(DEFLATE);
    members[1].1 = 12;
    assert_eq!(check_message(&members, Style::default(), "packed by the method 12"), 1);
    for method in [STORED, DEFLATE, ZSTANDARD] {
        let mut members = log(method);
        let middle = members[2].3.len() / 2;
        members[2].3[middle] ^= 0x55;
        assert_eq!(check_message(&members, Style::default(), "Download the file again"), 1);
    }
    let mut members = log(STORED);
    members[1] = member("samples/a_epoch_1.json", STORED, "{\"id\": \"a\", \"epoch\"");
    assert_eq!(check_message(&members, Style::default(), "It is not valid JSON"), 1);
    assert_eq!(check_message(&members[3..], Style::default(), "no log of Inspect"), 0);
    assert_eq!(check_message(&[], Style::default(), "no log of Inspect"), 0);
    let head = [member("_journal/start.json", STORED, "{\"eval\": {}}")];
    assert_eq!(check_message(&head, Style::default(), "a log of Inspect without samples"), 0);
}

#[test]
fn a_decompression_bomb_is_not_unpacked() {
    let long = "0".repeat(stepfall_interchange::MAX_MEMBER + 1);
    for method in [DEFLATE, ZSTANDARD] {
        let bomb = member("samples/a_epoch_1.json", method, &long);
        let members = [bomb, member("samples/b_epoch_1.json", method, &sample("b", "13"))];
        let (responses, report) =
            crate::read_pieces([archive(&members, Style::default()).as_slice()], None);
        assert_eq!(texts(&responses), [("b", "13")]);
        assert!(messages(&report)[0].contains("longer than 64 MiB"), "{:?}", messages(&report));
    }
}
