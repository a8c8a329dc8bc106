//! Tables, and tables as files that spreadsheets open.

/// The twin of a figure: the same numbers as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// What each column holds, with its unit.
    pub columns: Vec<String>,
    /// The rows, one text for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(columns: &[&str]) -> Self {
        Self {
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            rows: Vec::new(),
        }
    }
}

/// A table as comma-separated values by RFC 4180, with a line of column names.
///
/// What a spreadsheet would take for a formula (a text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, and is no plain number) has an apostrophe
/// before it.
pub fn csv(table: &Table) -> String {
    let mut text = String::new();
    for row in std::iter::once(&table.columns).chain(&table.rows) {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            push_cell(&mut text, cell);
        }
        text.push_str("\r\n");
    }
    text
}

fn push_cell(text: &mut String, cell: &str) {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number(cell);
    let is_quoted = cell.contains([',', '"', '\r', '\n']);
    if is_quoted {
        text.push('"');
    }
    if is_formula {
        text.push('\'');
    }
    text.push_str(&cell.replace('"', "\"\""));
    if is_quoted {
        text.push('"');
    }
}

/// Whether a text is digits, perhaps with a sign before and with a point within.
pub(crate) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
    let are_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, rest)) => are_digits(whole) && are_digits(rest),
        None => are_digits(digits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: &[&str]) -> String {
        csv(&Table {
            columns: cells.iter().map(|&cell| cell.to_owned()).collect(),
            rows: Vec::new(),
        })
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(line(&["a", "b c", ""]), "a,b c,\r\n");
        assert_eq!(
            line(&["a,b", "say \"x\"", "two\nlines"]),
            "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\r\n"
        );
    }

    #[test]
    fn no_cell_is_a_formula() {
        let given = ["=1+1", "+a", "-a", "@x", "\tx", "-12", "+3.5", "-1.2.3", "-", "–"];
        assert_eq!(line(&given), "'=1+1,'+a,'-a,'@x,'\tx,-12,+3.5,'-1.2.3,'-,–\r\n");
        assert_eq!(line(&["\rx"]), "\"'\rx\"\r\n");
        assert_eq!(line(&["=HYPERLINK(\"a\",\"b\")"]), "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"\r\n");
    }
}
