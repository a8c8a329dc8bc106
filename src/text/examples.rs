//! Custom procedures to start from.

pub(crate) const LABEL: &str = "Start from";
pub(crate) const NONE: &str = "An example …";

/// The names of the examples, with their texts.
pub(crate) const ALL: [(&str, &str); 6] = [
    (
        "A bank statement",
        "opening = $1,840.50\nsalary = $2,310.00\nrent = $975.00\ngroceries = $412.35\nbalance = opening + salary\nbalance -= rent\nbalance -= groceries\nfee = balance * 1%\nclosing = balance - fee",
    ),
    (
        "A recipe for more guests",
        "numbers: decimal2\nguests = 10\nserves = 4\nflour = 500\nsugar = 120\nfactor = guests / serves\nmore_flour = flour * factor\nmore_sugar = sugar * factor\ntotal = more_flour + more_sugar",
    ),
    (
        "An average of grades",
        "numbers: decimal2\ntests = (1.7 + 2.3 + 1.3) / 3\nessay = 2.0\ngrade = tests * 60% + essay * 40%",
    ),
    (
        "A checksum",
        "# The last digit of ISBN 978-0-306-40615\nodd = 9 + 8 + 3 + 6 + 0 + 1\neven = 7 + 0 + 0 + 4 + 6 + 5\nweighted = odd + even * 3\nrest = weighted % 10\ndigit = (10 - rest) % 10",
    ),
    (
        "Compound interest",
        "start = 2500.00\nyear_1 = start * 1.03\nyear_2 = year_1 * 1.03\nyear_3 = year_2 * 1.03\nyear_4 = year_3 * 1.03\nyear_5 = year_4 * 1.03\ngain = year_5 - start",
    ),
    (
        "A solution with marks",
        "Natalia sold 48/2 = <<48/2=24>>24 clips in May.\nAltogether she sold 48+24 = <<48+24=72>>72 clips.\n#### 72",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_procedure::Item;

    #[test]
    fn every_example_is_a_procedure() {
        for ((name, text), answer) in
            ALL.into_iter().zip(["2735.52", "1550.00", "1.86", "7", "398.18", "72"])
        {
            let item =
                Item::from_text(text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(item.answer_text(), answer, "{name}\n{}", item.text());
        }
    }
}
