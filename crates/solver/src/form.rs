//! How a transcript is written.

use stepfall_procedure::Condition;

/// A surface form. Forms that show operands write names and values of both, or as [`Form::Json`] values alone; the others write the value of each step alone.
///
/// Where operands have no names, as under `Condition::Unchained`, they are written as they are; of a look-up, under `Condition::Copy`, the table and the value that
/// is looked up are written: `S3 = K(42) = 13`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// The lines that are asked for: `S3 = S1 + S2 = 4 + 9 = 13` under `Condition::Trace`, `S3 = 4 + 9 = 13` under `Condition::Unchained`, `S3 = 13` under
    /// `Condition::Copy`. Where signs may mean other operations than usual, names stand beside the sign that is printed (in sentences, which have none, beside that of
    /// the operation that is meant) and values beside that of the operation that is carried out.
    Trace,
    /// A Markdown list with bold names and results: `- **S3** = S1 + S2 = 4 + 9 = **13**`.
    Bullets,
    /// Numbered English sentences: `1. Add S1 (4) and S2 (9) to get S3 = 13.`
    Prose,
    /// A Markdown table with the operation, its values and the result.
    Table,
    /// LaTeX on display: `S_{3} &= S_{1} + S_{2} = 4 + 9 = 13 \\`, the answer in a box.
    Latex,
    /// What copying rendered formulas gives, each of them twice: `S3=S1+S2=4+9=13S_3 = S_1 + S_2 = 4 + 9 = 13`.
    Pasted,
    /// Python whose comments hold the values: `S3 = S1 + S2  # 4 + 9 = 13`.
    Code,
    /// A heading for each step, and its working below.
    Headings,
    /// Subscripts and typographic signs: `S₃ = S₁ − S₂ = 4 − 9 = −5`.
    Unicode,
    /// The object that `Condition::Structured` asks for: `{"name": "S3", "left": "4", "right": "9", "value": "13"}` in a list, and the answer; of a look-up
    /// `{"name": "S3", "table": "K", "of": "42", "value": "13"}`.
    Json,
    /// `S3 = 13`, each on a line.
    ValueLines,
    /// `- S3: 13`
    ValueList,
    /// A Markdown table of names and values.
    ValueTable,
    /// One sentence: `S3 = 13, S4 = 65.`
    Sentence,
}

impl Form {
    /// All forms; those that show operands come first.
    pub const ALL: [Self; 14] = [
        Self::Trace,
        Self::Bullets,
        Self::Prose,
        Self::Table,
        Self::Latex,
        Self::Pasted,
        Self::Code,
        Self::Headings,
        Self::Unicode,
        Self::Json,
        Self::ValueLines,
        Self::ValueList,
        Self::ValueTable,
        Self::Sentence,
    ];

    /// The name used in flags and tables.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Bullets => "bullets",
            Self::Prose => "prose",
            Self::Table => "table",
            Self::Latex => "latex",
            Self::Pasted => "pasted",
            Self::Code => "code",
            Self::Headings => "headings",
            Self::Unicode => "unicode",
            Self::Json => "json",
            Self::ValueLines => "value-lines",
            Self::ValueList => "value-list",
            Self::ValueTable => "value-table",
            Self::Sentence => "sentence",
        }
    }

    /// The form of that name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.slug() == slug)
    }

    /// Whether the values of the operands are written; of a look-up, whether the table and the value that is looked up are.
    pub fn shows_operands(self, condition: Condition) -> bool {
        match self {
            Self::Trace => condition != Condition::Copy,
            Self::ValueLines | Self::ValueList | Self::ValueTable | Self::Sentence => false,
            _ => true,
        }
    }
}
