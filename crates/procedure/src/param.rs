//! Specs as readable parameters, with the same words in links, command-line flags and records.

use std::fmt;
use std::str::FromStr;

use crate::arithmetic::Arithmetic;
use crate::op::Op;
use crate::sanitize::safe_excerpt;
use crate::spec::{Inputs, Interval, LineOrder, LookBack, NameStyle, Spec, Wording};

/// The keys of a spec in the order in which they are written.
pub const KEYS: [&str; 12] = [
    "steps",
    "lookback",
    "ops",
    "numbers",
    "bound",
    "inputs",
    "constants",
    "dead",
    "wording",
    "names",
    "lines",
    "nested",
];

/// A parameter that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParamError {
    /// No parameter of a spec has this key.
    UnknownKey(String),
    /// The value does not have the expected form.
    Malformed {
        /// The key of the parameter.
        key: &'static str,
        /// The value, shortened to 40 characters.
        value: String,
        /// The expected form.
        expected: &'static str,
    },
    /// The arithmetic does not use this parameter.
    NoEffect {
        /// The key of the parameter.
        key: &'static str,
        /// The arithmetic, as links write it.
        numbers: String,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey(key) => write!(f, "there is no parameter “{key}”"),
            Self::Malformed { key, value, expected } => {
                write!(f, "{key}={value} cannot be read; write {key}={expected}")
            }
            Self::NoEffect { key, numbers } => {
                write!(f, "{key} has no effect with numbers={numbers}")
            }
        }
    }
}

impl std::error::Error for ParamError {}

impl Spec {
    /// Returns all parameters of the spec with their values, in the order of [`KEYS`].
    pub fn params(&self) -> [(&'static str, String); 12] {
        KEYS.map(|key| (key, self.param(key)))
    }

    /// Returns the parameters that differ from the default spec of the same arithmetic.
    ///
    /// `numbers` is included unless it is `integer`. `inputs` is included if the spec chooses them,
    /// even if they equal the default, because another parameter could change the default.
    pub fn changed_params(&self) -> Vec<(&'static str, String)> {
        let standard = Self::new(self.arithmetic);
        let changed = |&(key, ref value): &(&'static str, String)| match key {
            "numbers" => self.arithmetic != Arithmetic::Integer,
            "inputs" => self.inputs.is_some(),
            _ => *value != standard.param(key),
        };
        self.params().into_iter().filter(changed).collect()
    }

    /// Returns the parameters of `other` that differ from this spec's.
    pub fn changes_to(&self, other: &Self) -> Vec<(&'static str, String)> {
        let pairs = other.params().into_iter().zip(self.params());
        pairs.filter(|(new, old)| new != old).map(|(new, _)| new).collect()
    }

    fn param(&self, key: &str) -> String {
        match key {
            "steps" => self.steps.to_string(),
            "lookback" => self.look_back.to_string(),
            "ops" => operations_text(self.operations),
            "numbers" => self.arithmetic.to_string(),
            "bound" => self.bound.to_string(),
            "inputs" => self.inputs().to_string(),
            "constants" => self.constants.to_string(),
            "dead" => self.dead.to_string(),
            "wording" => self.wording.slug().to_owned(),
            "names" => self.names.slug().to_owned(),
            "lines" => self.lines.slug().to_owned(),
            _ => u8::from(self.nested).to_string(),
        }
    }

    /// Parses parameters and sets them in the default spec. `numbers` is set first, because it
    /// changes the other defaults.
    ///
    /// A parameter that cannot be parsed is reported and keeps its default. If a key occurs twice,
    /// the last one counts. The result need not be valid.
    pub fn from_params<'a>(
        params: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> (Self, Vec<ParamError>) {
        let mut problems = Vec::new();
        let mut spec = Self::default();
        for (_, value) in params.clone().filter(|(key, _)| *key == "numbers") {
            match value.parse() {
                Ok(numbers) => spec = Self::new(numbers),
                Err(problem) => problems.push(problem),
            }
        }
        for (key, value) in params.filter(|(key, _)| *key != "numbers") {
            if let Err(problem) = spec.set(key, value) {
                problems.push(problem);
            }
        }
        (spec, problems)
    }

    /// Sets one parameter. Setting `numbers` may also change operations and bound, as
    /// [`Spec::change_numbers`] describes.
    ///
    /// # Errors
    ///
    /// [`ParamError`] if the key is unknown, the value cannot be parsed, or the arithmetic does not
    /// use the parameter. The spec is then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ParamError> {
        match key {
            "steps" => self.steps = number(value, "steps", "25")?,
            "lookback" => self.look_back = value.parse()?,
            "ops" => self.operations = operations(value)?,
            "numbers" => self.change_numbers(value.parse()?),
            "bound" => {
                if matches!(self.arithmetic, Arithmetic::Modular { .. } | Arithmetic::Paper { .. })
                {
                    return Err(ParamError::NoEffect {
                        key: "bound",
                        numbers: self.arithmetic.to_string(),
                    });
                }
                self.bound = number(value, "bound", "999")?;
            }
            "inputs" => self.inputs = Some(inputs(value)?),
            "constants" => self.constants = interval(value, "constants", "2..9")?,
            "dead" => self.dead = number(value, "dead", "20 (percent)")?,
            "wording" => {
                self.wording = Wording::from_slug(value).ok_or_else(|| {
                    malformed("wording", value, "assignments, english, python or json")
                })?;
            }
            "names" => {
                self.names = NameStyle::from_slug(value)
                    .ok_or_else(|| malformed("names", value, "numbered or scattered"))?;
            }
            "lines" => {
                self.lines = LineOrder::from_slug(value)
                    .ok_or_else(|| malformed("lines", value, "ordered or shuffled"))?;
            }
            "nested" => {
                self.nested = match value {
                    "0" => false,
                    "1" => true,
                    _ => {
                        return Err(malformed(
                            "nested",
                            value,
                            "1, or 0 for lengths that are independent",
                        ));
                    }
                };
            }
            _ => return Err(ParamError::UnknownKey(safe_excerpt(key))),
        }
        Ok(())
    }

    /// Changes the arithmetic. Operations and bound that differ from the defaults of the old
    /// arithmetic stay, if they are valid in the new one. Otherwise they get its defaults.
    pub fn change_numbers(&mut self, numbers: Arithmetic) {
        let (before, after) = (Self::new(self.arithmetic), Self::new(numbers));
        if self.operations == before.operations || self.check_with(numbers).is_err() {
            self.operations = after.operations;
        }
        if self.bound == before.bound
            || matches!(numbers, Arithmetic::Modular { .. } | Arithmetic::Paper { .. })
        {
            self.bound = after.bound;
        }
        self.arithmetic = numbers;
    }

    fn check_with(&self, numbers: Arithmetic) -> Result<(), crate::valid::InvalidSpec> {
        Self { operations: self.operations, ..Self::new(numbers) }.check()
    }
}

fn malformed(key: &'static str, value: &str, expected: &'static str) -> ParamError {
    ParamError::Malformed { key, value: safe_excerpt(value), expected }
}

/// Parses a whole number. A number that is too large for its type becomes the largest of the type,
/// which [`Spec::check`] reports as out of range.
fn number<T: TryFrom<u64> + Bounded>(
    value: &str,
    key: &'static str,
    expected: &'static str,
) -> Result<T, ParamError> {
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(malformed(key, value, expected));
    }
    let number = value.parse().unwrap_or(u64::MAX);
    Ok(T::try_from(number).unwrap_or(T::MAX_VALUE))
}

/// An integer type with its largest value.
trait Bounded {
    const MAX_VALUE: Self;
}

impl Bounded for u8 {
    const MAX_VALUE: Self = Self::MAX;
}

impl Bounded for u16 {
    const MAX_VALUE: Self = Self::MAX;
}

impl Bounded for u32 {
    const MAX_VALUE: Self = Self::MAX;
}

fn interval(
    value: &str,
    key: &'static str,
    expected: &'static str,
) -> Result<Interval, ParamError> {
    let end = |text: &str| -> Result<i32, ParamError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let size =
            number::<u32>(digits, key, expected).map_err(|_| malformed(key, value, expected))?;
        let size = i32::try_from(size).unwrap_or(i32::MAX);
        Ok(if negative { -size } else { size })
    };
    let (min, max) = value.split_once("..").ok_or_else(|| malformed(key, value, expected))?;
    Ok(Interval { min: end(min)?, max: end(max)? })
}

fn inputs(value: &str) -> Result<Inputs, ParamError> {
    let expected = "2..20, or signed-2..20 for both signs";
    match value.strip_prefix("signed-") {
        Some(range) => Ok(Inputs { range: interval(range, "inputs", expected)?, signed: true }),
        None => Ok(Inputs { range: interval(value, "inputs", expected)?, signed: false }),
    }
}

const OPERATIONS_FORM: &str = "add,sub,mul,div, each with a weight if wanted as in add:2,sub";

fn operations(value: &str) -> Result<[u8; 4], ParamError> {
    let mut weights = [0u8; 4];
    for part in value.split(',') {
        let (slug, weight) = part.split_once(':').unwrap_or((part, "1"));
        let op = Op::from_slug(slug).ok_or_else(|| malformed("ops", value, OPERATIONS_FORM))?;
        weights[op.index()] = number(weight, "ops", OPERATIONS_FORM)?;
    }
    Ok(weights)
}

fn operations_text(weights: [u8; 4]) -> String {
    let mut text = String::new();
    for op in Op::ALL {
        let weight = weights[op.index()];
        if weight == 0 {
            continue;
        }
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(op.slug());
        if weight != 1 {
            text.push_str(&format!(":{weight}"));
        }
    }
    text
}

impl fmt::Display for LookBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(k) => write!(f, "{k}"),
            Self::Exactly(k) => write!(f, "exactly-{k}"),
        }
    }
}

impl FromStr for LookBack {
    type Err = ParamError;

    fn from_str(value: &str) -> Result<Self, ParamError> {
        let expected = "5 (at most 5) or exactly-5";
        match value.strip_prefix("exactly-") {
            Some(k) => Ok(Self::Exactly(number(k, "lookback", expected)?)),
            None => Ok(Self::AtMost(number(value, "lookback", expected)?)),
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.min, self.max)
    }
}

impl fmt::Display for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { "signed-" } else { "" }, self.range)
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer => write!(f, "integer"),
            Self::Modular { modulus } => write!(f, "mod{modulus}"),
            Self::Decimal { places } => write!(f, "decimal{places}"),
            Self::Rational => write!(f, "rational"),
            Self::Paper { places: 0 } => write!(f, "paper-integers"),
            Self::Paper { .. } => write!(f, "paper"),
        }
    }
}

impl FromStr for Arithmetic {
    type Err = ParamError;

    fn from_str(value: &str) -> Result<Self, ParamError> {
        let expected = "integer, mod97, decimal2, rational, paper or paper-integers";
        Ok(match value {
            "integer" => Self::Integer,
            "rational" => Self::Rational,
            "paper" => Self::Paper { places: 3 },
            "paper-integers" => Self::Paper { places: 0 },
            _ => {
                if let Some(modulus) = value.strip_prefix("mod") {
                    Self::Modular { modulus: number(modulus, "numbers", expected)? }
                } else if let Some(places) = value.strip_prefix("decimal") {
                    Self::Decimal { places: number(places, "numbers", expected)? }
                } else {
                    return Err(malformed("numbers", value, expected));
                }
            }
        })
    }
}

impl Wording {
    /// The wordings that a spec can choose.
    pub const ALL: [Self; 4] = [Self::Assignments, Self::English, Self::Python, Self::Json];

    /// Returns the name used in links, flags and JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Assignments => "assignments",
            Self::English => "english",
            Self::Python => "python",
            Self::Json => "json",
        }
    }

    /// Returns the wording with this slug; `None` for an unknown slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wording| wording.slug() == slug)
    }
}

impl NameStyle {
    /// The kinds of names that a spec can choose.
    pub const ALL: [Self; 2] = [Self::Numbered, Self::Scattered];

    /// Returns the name used in links, flags and JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Numbered => "numbered",
            Self::Scattered => "scattered",
            Self::Custom => "own",
        }
    }

    /// Returns the kind of names with this slug, among the kinds that a spec can choose. `None` for
    /// any other slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|names| names.slug() == slug)
    }
}

impl LineOrder {
    /// The orders of lines that a spec can choose.
    pub const ALL: [Self; 2] = [Self::Ordered, Self::Shuffled];

    /// Returns the name used in links, flags and JSON.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Ordered => "ordered",
            Self::Shuffled => "shuffled",
        }
    }

    /// Returns the order of lines with this slug; `None` for an unknown slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lines| lines.slug() == slug)
    }
}
