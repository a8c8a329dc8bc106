//! Texts that take very long to grade if the grader looks far back or ahead, or stores too much.

/// Pieces of text. A hostile text repeats one or several of them.
pub(crate) const PIECES: &[&str] = &[
    // Numbers and their marks.
    "7",
    "1,",
    "1.",
    "1,111",
    "1 000 ",
    "1'000",
    "1_000",
    "100 ",
    "1{,}000",
    "100\\,",
    "1，",
    "1’000",
    "123\u{a0}",
    "-",
    "- ",
    "-1",
    "--",
    "+",
    "1 - ",
    "1/",
    "1/2 ",
    "½",
    "1 ½ ",
    "1e3 ",
    "10^",
    "1 × 10",
    "٣",
    "３",
    "₃",
    "7\u{a0}",
    ".",
    "1..",
    "%",
    "1 % 2 ",
    "= 1 // 2 ",
    "c\n667\n- 492\n-----\n",
    "| S3 | × 3 | 681 ",
    // Counts, columns, and equations that continue.
    "(1) a, (2) b, ",
    "x (1) a ",
    "57\n+ 3\n---\n60\n",
    "(2 + 3)(4 + 5) = 6\n",
    "= 3\n",
    "Question: 3\n",
    "[think ",
    "on 12 March 2025 ",
    // Objects of steps.
    "{\"",
    "{\"a\":x",
    "{\"name\":\"S3\",",
    "{\"name\":\"S3\",\"value\":",
    "{\"name\":\"S3\",\"value\":\"7\"}",
    "{'a':\"",
    // Names and chains.
    "S3",
    "S3=",
    "S3 = ",
    "S27 = 5\n",
    "S27 is 5 (",
    "S27 is 5 + ",
    "S3 = S1 + S2 = ",
    "S3 = S1 + ",
    "S_{3}",
    "S_{",
    "S<sub>3",
    "S[3",
    "S99999 ",
    "S3, ",
    "S3 (",
    "=",
    "= ",
    "→",
    "≈ ",
    "mod ",
    "mod 97 ",
    "\\pmod{",
    // Marks and brackets.
    "(",
    "(1",
    "[",
    ")",
    "{",
    "{\"",
    "}",
    "{}",
    "\\",
    "\\\\",
    "\\frac{",
    "\\frac",
    "\\boxed{",
    "\\boxed{1",
    "\\text{",
    "$",
    "**",
    "*",
    "`",
    "```\n",
    "#",
    "# ",
    "|",
    "| ",
    "|---",
    "> ",
    "&",
    "&nbsp;",
    "<",
    "<think>",
    "</think>",
    "<answer>",
    "<answer>1",
    // Words.
    "Answer: ",
    "Answer: S27 is ",
    "final value is ",
    "the ",
    "is ",
    "wait, ",
    "Add S1 and ",
    "Step 3: ",
    "sorry ",
    // Lines, blanks and similar characters.
    " ",
    "\n",
    "\u{200b}",
    "答案",
    "a",
    "ü",
];

/// Returns texts of about `length` bytes, each after the part that it repeats. The parts are all
/// pieces, and combinations of two and of three pieces.
pub(crate) fn texts(length: usize) -> impl Iterator<Item = (String, String)> {
    let count = PIECES.len();
    let piece = move |at: usize| PIECES[at % count];
    let two = move |at: usize| format!("{}{}", piece(at), piece(at * 7 + 13));
    let three = move |at: usize| [piece(at), piece(at * 11 + 5), piece(at * 29 + 17)].concat();
    let alone = PIECES.iter().map(|piece| (*piece).to_owned());
    let mixed = (0..count).map(move |at| if at % 2 == 0 { two(at) } else { three(at) });
    alone.chain(mixed).map(move |piece| (piece.clone(), piece.repeat(length / piece.len())))
}

/// Returns texts of about `length` bytes, each after a description. The second half of a text
/// repeats a piece that may make the grader look back at the pieces of the first half.
pub(crate) fn halves(length: usize) -> impl Iterator<Item = (String, String)> {
    const BEFORE: [&str; 9] =
        ["S27 is ", "Answer: ", "Answer: 1\n", "{", "(", "S3 = 1\n", "1", "\n", " "];
    const AFTER: [&str; 7] = ["7", "S27 is 5\n", ")", "}", "Answer: 5 ", "= ", "wait, 5 "];
    BEFORE.into_iter().flat_map(move |before| {
        AFTER.map(|after| {
            let fill = |piece: &str| piece.repeat(length / 2 / piece.len());
            (format!("{before} … {after}"), fill(before) + &fill(after))
        })
    })
}
