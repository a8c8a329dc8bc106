//! How a transcript is written.

/// A surface form. Forms that show operands write names and values of both, or as [`Form::Json`] values alone; the others write the value of each step alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// The lines that `Condition::Trace` asks for: `S3 = S1 + S2 = 4 + 9 = 13`.
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
    /// The object that `Condition::Structured` asks for: `{"name": "S3", "left": "4", "right": "9", "value": "13"}` in a list, and the answer.
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

    /// Whether the values of the operands are written; of a copy, whether its source is.
    pub const fn shows_operands(self) -> bool {
        !matches!(self, Self::ValueLines | Self::ValueList | Self::ValueTable | Self::Sentence)
    }
}
