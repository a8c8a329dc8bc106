//! Tables as files for spreadsheets.

use stepfall_protocol::figure::Table;
use stepfall_sweep::push_record;

/// Returns a table as comma-separated values by RFC 4180, with a line of column names.
/// [`push_record`] neutralises formulas.
pub fn csv(table: &Table) -> String {
    let mut text = String::new();
    for row in std::iter::once(&table.columns).chain(&table.rows) {
        push_record(&mut text, row);
    }
    text
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
    fn cells_are_quoted_if_necessary() {
        assert_eq!(line(&["a", "b c", ""]), "a,b c,\r\n");
        assert_eq!(
            line(&["a,b", "say \"x\"", "two\nlines"]),
            "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\r\n"
        );
    }

    #[test]
    fn no_cell_is_a_formula() {
        let cells = ["=1+1", "+a", "-a", "@x", "\tx", "-12", "+3.5", "-1.2.3", "-", "–"];
        assert_eq!(line(&cells), "'=1+1,'+a,'-a,'@x,'\tx,-12,+3.5,'-1.2.3,'-,–\r\n");
        assert_eq!(line(&["\rx"]), "\"'\rx\"\r\n");
        assert_eq!(line(&["=HYPERLINK(\"a\",\"b\")"]), "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"\r\n");
    }
}
