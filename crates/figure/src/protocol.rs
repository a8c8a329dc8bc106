//! What conditions ask about beside the answer: turns, calls, programs, histories, and reasoning.

use std::collections::BTreeMap;

use stepfall_condition::Detail;
use stepfall_plot::chart::{Bars, Column, Quantity};
use stepfall_plot::scene::Tint;
use stepfall_procedure::Condition;
use stepfall_stats::{Estimate, FEWEST_ITEMS};

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, MAX_LINES, left_out};
use crate::line_id::LineId;
use crate::shares::{Counted, SHARE_INTERVALS};
use crate::summary::{Scored, Shape, Summary};
use crate::table::Table;
use crate::words::{NONE, TOO_FEW_ITEMS, count, fixed, list, percent, percent_cell};

/// How often something held, of how many.
type Pair = (u32, u32);

/// A question to every attempt that is about it.
struct Question {
    /// What is counted, of what.
    label: &'static str,
    /// Whether that is a share; else it is a mean number.
    is_share: bool,
    of: fn(&Scored) -> Option<Pair>,
}

/// What is asked under conditions of one kind.
struct Protocol {
    id: &'static str,
    title: &'static str,
    questions: &'static [Question],
    note: &'static str,
}

const fn share(label: &'static str, of: fn(&Scored) -> Option<Pair>) -> Question {
    Question { label, is_share: true, of }
}

const fn number(label: &'static str, of: fn(&Scored) -> Option<Pair>) -> Question {
    Question { label, is_share: false, of }
}

const PROTOCOLS: [Protocol; 6] = [
    Protocol {
        id: "protocol-isolated",
        title: "Steps asked alone",
        questions: &[share("steps right", |scored| match scored.detail {
            Detail::Isolated { right, asked } => Some((right, asked)),
            _ => None,
        })],
        note: "Each step is asked by itself with its true operands, so that nothing but its operation can go wrong.",
    },
    Protocol {
        id: "protocol-turns",
        title: "A few steps a turn",
        questions: &[
            share("turns right", |scored| match scored.detail {
                Detail::Turns { right, turns, .. } => Some((right, turns)),
                _ => None,
            }),
            number("retries, mean", |scored| match scored.detail {
                Detail::Turns { hand_backs, .. } if is_checked(scored) => Some((hand_backs, 1)),
                _ => None,
            }),
            share("retries that fix", |scored| match scored.detail {
                Detail::Turns { hand_backs, mended, .. } => Some((mended, hand_backs)),
                _ => None,
            }),
        ],
        note: "A turn is right if all of its steps are, given the attempt's own values before it. A retry fixes a turn if no step of it is wrong in the end.",
    },
    Protocol {
        id: "protocol-calls",
        title: "Calls of the calculator",
        questions: &[
            share("wrong operands", |scored| match scored.detail {
                Detail::Calls { calls, wrong_operands, .. } => Some((wrong_operands, calls)),
                _ => None,
            }),
            share("wrong operation", |scored| match scored.detail {
                Detail::Calls { calls, wrong_operations, .. } => Some((wrong_operations, calls)),
                _ => None,
            }),
            share("calls that fail", |scored| match scored.detail {
                Detail::Calls { calls, failed, .. } => Some((failed, calls)),
                _ => None,
            }),
            number("calls, mean", |scored| match scored.detail {
                Detail::Calls { calls, .. } => Some((calls, 1)),
                _ => None,
            }),
        ],
        note: "The first three are shares of all calls. Operands are wrong if they are not those of the step, given what the calculator had said.",
    },
    Protocol {
        id: "protocol-programs",
        title: "Procedures written as programs",
        questions: &[
            share("programs faithful", |scored| match scored.detail {
                Detail::Program { faithful, of, .. } => Some((u32::from(faithful == of), 1)),
                _ => None,
            }),
            share("steps faithful", |scored| match scored.detail {
                Detail::Program { faithful, of, .. } => Some((faithful.min(of), of)),
                _ => None,
            }),
            share("steps assigned", |scored| match scored.detail {
                Detail::Program { steps, of, .. } => Some((steps.min(of), of)),
                _ => None,
            }),
        ],
        note: "A step is faithful if the program joins in it what the procedure joins there, and a program if all of its steps are.",
    },
    Protocol {
        id: "protocol-primed",
        title: "Steps after a history that was given",
        questions: &[
            share("own steps right", |scored| match scored.detail {
                Detail::Primed { claimed, right, .. } => Some((right, claimed)),
                _ => None,
            }),
            number("own steps, mean", |scored| match scored.detail {
                Detail::Primed { claimed, .. } => Some((claimed, 1)),
                _ => None,
            }),
        ],
        note: "A step is right if it follows from what stands before it, the given history included.",
    },
    Protocol {
        id: "protocol-reasoning",
        title: "Reasoning and visible text, step by step",
        questions: &[
            share("steps alike", |scored| {
                scored.agreement.map(|agreement| (agreement.same, agreement.both))
            }),
            number("steps in both, mean", |scored| {
                scored.agreement.map(|agreement| (agreement.both, 1))
            }),
        ],
        note: "Steps that both the reasoning and the visible text claim; they are alike if their values are. Attempts without reasoning text are left out.",
    },
];

/// Whether turns are checked, so that they can be handed back.
const fn is_checked(scored: &Scored) -> bool {
    matches!(scored.condition, Condition::Verified(_))
}

/// A question answered by a line: how often, of how many, and the estimate.
struct Answered {
    of: (u64, u64),
    estimate: Estimate,
    /// Whether there are enough items for the interval of the estimate.
    has_interval: bool,
}

/// What a line says to all questions.
struct Asked {
    line: LineId,
    attempts: u32,
    answers: Vec<Option<Answered>>,
}

impl Summary {
    /// What conditions ask about beside the answer, a figure for each kind of them that is in the run.
    pub fn protocols(&self) -> Vec<Figure> {
        let mut figures: Vec<Figure> =
            PROTOCOLS.iter().filter_map(|protocol| self.protocol(protocol)).collect();
        figures.extend([self.knowing(), self.review()].into_iter().flatten());
        figures
    }

    fn protocol(&self, protocol: &Protocol) -> Option<Figure> {
        let lines = self.lines();
        let all: Vec<Asked> =
            lines.into_iter().filter_map(|line| self.asked(protocol, line)).collect();
        if all.is_empty() {
            return None;
        }
        let seen: Vec<LineId> = all.iter().map(|one| one.line).collect();
        let title = self.titled(protocol.title, &seen);
        let drawn = &all[..all.len().min(MAX_LINES)];
        let rows = (0..)
            .zip(drawn)
            .map(|(tint, one)| (self.label_among(one.line, &seen), Tint::Series(tint)));
        let columns = (0..).zip(protocol.questions);
        let bars = Bars {
            title: title.clone(),
            rows: rows.collect(),
            columns: columns.map(|(at, question)| self.asked_column(at, question, drawn)).collect(),
        };
        let mut notes = vec![format!(
            "{} Intervals in the table are at 95 %: those of shares are {SHARE_INTERVALS}, those of means over 2,000 resamples of the items, expanded for their number.",
            protocol.note
        )];
        notes.extend(left_out(drawn.len(), all.len(), "lines"));
        notes.extend(self.betrayal_note(&seen));
        notes.extend(self.missing_note(&seen));
        notes.extend(self.naming_notes(&seen));
        let attempts = all.iter().map(|one| one.attempts).sum();
        Some(Figure {
            id: protocol.id.to_owned(),
            sentence: self.asked_sentence(protocol, &all, &seen),
            table: self.asked_table(protocol, &all),
            notes,
            basis: self.basis(&seen).counting(attempts, "counted"),
            drawing: Drawing::Bars(bars),
            title,
        })
    }

    /// The answers of a line, with samples of one item together; nothing where no attempt is about them.
    fn asked(&self, protocol: &Protocol, line: LineId) -> Option<Asked> {
        let scored = || {
            self.shapes(line)
                .flat_map(|(shape, counts)| counts.scored.iter().map(move |scored| (shape, scored)))
        };
        let first = protocol.questions.first()?;
        let attempts = scored().filter(|(_, scored)| (first.of)(scored).is_some()).count();
        let answer = |question: &Question| {
            let mut items: BTreeMap<(Shape, u32), Pair> = BTreeMap::new();
            for (shape, scored) in scored() {
                let Some((hits, of)) = (question.of)(scored) else { continue };
                let item = items.entry((shape, scored.item)).or_default();
                *item = (item.0.saturating_add(hits), item.1.saturating_add(of));
            }
            let items: Vec<Counted> =
                items.into_iter().map(|((shape, item), pair)| (shape, item, pair)).collect();
            let of = items.iter().fold((0, 0), |(hits, of), (.., item)| {
                (hits + u64::from(item.0), of + u64::from(item.1))
            });
            let (estimate, has_interval) = if question.is_share {
                (self.share_of(&items)?, true)
            } else {
                let (estimate, items) = self.mean_of(&items)?;
                (estimate, items >= FEWEST_ITEMS)
            };
            Some(Answered { of, estimate, has_interval })
        };
        let answers = protocol.questions.iter().map(answer).collect();
        let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
        (attempts > 0).then_some(Asked { line, attempts, answers })
    }

    fn asked_column(&self, at: usize, question: &Question, all: &[Asked]) -> Column {
        let answer = |one: &Asked| one.answers.get(at)?.as_ref().map(|answer| answer.estimate);
        let most = all.iter().filter_map(answer).map(|it| it.value).fold(0.0, f64::max);
        let whole = if question.is_share || most <= 0.0 { 1.0 } else { most };
        let quantity = |one: &Asked| {
            let estimate = answer(one);
            let text = estimate.map_or(NONE.to_owned(), |it| question.text(it.value));
            let title = format!("{}: {} {text}", self.label(one.line), question.label);
            Quantity {
                share: estimate.map(|it| it.value / whole),
                text,
                info: AttemptFilter::line(one.line).info(title),
            }
        };
        let label = question.label.to_owned();
        Column { label, quantities: all.iter().map(quantity).collect() }
    }

    fn asked_table(&self, protocol: &Protocol, all: &[Asked]) -> Table {
        let mut table = Table::new(&["line", "attempts"]);
        for Question { label, is_share, .. } in protocol.questions {
            let names = if *is_share {
                vec![format!("{label}"), "of".to_owned(), format!("{label}, %")]
            } else {
                vec![format!("{label}")]
            };
            table.columns.extend(names);
            table.columns.extend(["low", "high"].map(str::to_owned));
        }
        for one in all {
            let mut row = vec![self.label(one.line), one.attempts.to_string()];
            for (question, answer) in protocol.questions.iter().zip(&one.answers) {
                row.extend(question.cells(answer.as_ref()));
            }
            table.rows.push(row);
        }
        table
    }

    fn asked_sentence(&self, protocol: &Protocol, all: &[Asked], seen: &[LineId]) -> String {
        let one_of = |one: &Asked| {
            let said =
                protocol.questions.iter().zip(&one.answers).filter_map(|(question, answer)| {
                    let value = question.text(answer.as_ref()?.estimate.value);
                    Some(format!("{} {value}", question.label))
                });
            let attempts = count(one.attempts, "attempt");
            format!(
                "{} ({attempts}): {}",
                self.label_among(one.line, seen),
                list(&said.collect::<Vec<_>>())
            )
        };
        let parts: Vec<String> = all.iter().take(3).map(one_of).collect();
        let more = if all.len() > 3 { " The table has the other lines." } else { "" };
        format!("{}.{more}", parts.join("; "))
    }
}

impl Question {
    fn text(&self, value: f64) -> String {
        if self.is_share { percent(value) } else { fixed(value, 2) }
    }

    fn cells(&self, answer: Option<&Answered>) -> Vec<String> {
        let Some(Answered { of, estimate, has_interval }) = answer else {
            return vec![NONE.to_owned(); if self.is_share { 5 } else { 3 }];
        };
        let values = [estimate.value, estimate.interval.low, estimate.interval.high];
        if self.is_share {
            let mut cells = vec![of.0.to_string(), of.1.to_string()];
            cells.extend(values.map(percent_cell));
            return cells;
        }
        let cells = values.map(|value| fixed(value, 2));
        let [value, ..] = &cells;
        if *has_interval {
            cells.into()
        } else {
            vec![value.clone(), TOO_FEW_ITEMS.to_owned(), TOO_FEW_ITEMS.to_owned()]
        }
    }
}
