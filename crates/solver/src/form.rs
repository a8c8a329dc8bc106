//! The written forms of transcripts.

use stepfall_procedure::Condition;

/// A written form. Forms that show operands write the names and values of operands; [`Form::Json`]
/// writes only their values. The other forms write only the value of each step.
///
/// Operands without names, as under `Condition::Unchained`, are written as numbers. A look-up under
/// `Condition::Copy` is written with its table and its argument: `S3 = K(42) = 13`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// The requested lines: `S3 = S1 + S2 = 4 + 9 = 13` under `Condition::Trace`, `S3 = 4 + 9 = 13`
    /// under `Condition::Unchained`, `S3 = 13` under `Condition::Copy`. Names and values are joined
    /// by the sign of the executed operation. Exception: if the prompt prints signs with unusual
    /// meanings, the printed sign is between names.
    Trace,
    /// A Markdown list with bold names and results: `- **S3** = S1 + S2 = 4 + 9 = **13**`.
    Bullets,
    /// A numbered English sentence: `1. Add S1 (4) and S2 (9) to get S3 = 13.`
    Prose,
    /// A Markdown table with the operation, its values and the result.
    Table,
    /// Display LaTeX: `S_{3} &= S_{1} + S_{2} = 4 + 9 = 13 \\`, with the answer in a box.
    Latex,
    /// The text that results from copying rendered formulas. It contains each formula twice:
    /// `S3=S1+S2=4+9=13S_3 = S_1 + S_2 = 4 + 9 = 13`.
    Pasted,
    /// Python code with values in comments: `S3 = S1 + S2  # 4 + 9 = 13`.
    Code,
    /// A heading for each step, with the computation below.
    Headings,
    /// Subscripts and typographic signs: `S₃ = S₁ − S₂ = 4 − 9 = −5`.
    Unicode,
    /// The object that `Condition::Structured` asks for: a list of `{"name": "S3", "left": "4",
    /// "right": "9", "value": "13"}`, and the answer. A look-up is `{"name": "S3", "table": "K",
    /// "of": "42", "value": "13"}`.
    Json,
    /// One step per line: `S3 = 13`.
    ValueLines,
    /// A list with one step per item: `- S3: 13`.
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

    /// Returns the name used in flags and tables.
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

    /// Returns the form with this name, or `None` if there is none.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.slug() == slug)
    }

    /// Returns whether the form writes the values of operands. For a look-up, these are the table
    /// and the value that is looked up.
    pub fn shows_operands(self, condition: Condition) -> bool {
        match self {
            Self::Trace => condition != Condition::Copy,
            Self::ValueLines | Self::ValueList | Self::ValueTable | Self::Sentence => false,
            _ => true,
        }
    }
}
