//! The arguments of `stepfall sweep`. Flags of the plan have the names of the address's parameters.

use clap::Args;
use stepfall_cli::flags::FormArguments;

#[derive(Debug, Args)]
pub(crate) struct SweepArguments {
    #[command(flatten)]
    pub(crate) plan: PlanArguments,
    /// The environment variable with the key; PROVIDER=NAME or ORIGIN=NAME for several targets. By
    /// default it is the provider's usual one, such as `OPENAI_API_KEY`, or else `STEPFALL_KEY`.
    #[arg(long, value_name = "NAME")]
    pub(crate) key_env: Vec<String>,
    /// The file of attempts, one JSON object per line. An existing file is resumed, also without
    /// any other flag.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<String>,
    /// Retry attempts that were given up.
    #[arg(long, requires = "out")]
    pub(crate) retry: bool,
    /// End a call when nothing new has arrived for so many seconds. Data that only keeps a
    /// connection alive is not new.
    #[arg(long, value_name = "SECONDS", default_value_t = 300,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) stall: u64,
    /// End a call that takes longer than so many seconds in total.
    #[arg(long, value_name = "SECONDS", default_value_t = 7_200,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) longest: u64,
    /// Print requests, tokens and cost, and send nothing.
    #[arg(long, conflicts_with_all = ["retry", "figures", "report", "attempts"])]
    pub(crate) dry_run: bool,
    /// Read this file of attempts, or a table of them that the page saved as CSV, and send nothing.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["address", "model", "key_env", "out", "dry_run"])]
    pub(crate) from: Option<String>,
    /// Write every figure into this folder as SVG, and its numbers as CSV.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) figures: Option<String>,
    /// Write every attempt into this file, as CSV for R and Python: one line each, with the
    /// difficulty of its item.
    #[arg(long, value_name = "FILE")]
    pub(crate) attempts: Option<String>,
    /// Write a report with all figures into this file, as HTML.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<String>,
    /// Let --figures, --attempts and --report overwrite files that Stepfall did not write. The
    /// files of --out and --from are never overwritten.
    #[arg(long)]
    pub(crate) force: bool,
}

/// The plan: an address, or flags, or both. Flags override the address.
#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    /// An address of the page's sweeps, or its part from `#`.
    pub(crate) address: Option<String>,
    /// The target, as provider:model, or as the model alone with --provider. The targets
    /// simulated:mixed:200 and specimen:short need no network. Several targets are allowed.
    #[arg(long)]
    pub(crate) model: Vec<String>,
    /// The provider of the named models: openai, anthropic, gemini, openrouter, ollama, compatible
    /// …
    #[arg(long, requires = "model")]
    pub(crate) provider: Option<String>,
    /// The address of the provider, if it is not the usual one.
    #[arg(long, value_name = "URL", requires = "model")]
    pub(crate) base: Option<String>,
    /// The price of the tokens: dollars for a million of input and of output, such as
    /// 0.15/0.6@2026-11-01.
    #[arg(long, requires = "model")]
    pub(crate) price: Option<String>,
    /// The size of the models in billions of parameters.
    #[arg(long, requires = "model")]
    pub(crate) size: Option<String>,
    /// Lengths, such as 5,15 or 5..95/10 [default: 5,15,25,45,65,95].
    #[arg(long)]
    steps: Option<String>,
    /// The look-back of the second operand, such as 3,5 or exactly-3,exactly-5 [default: 5].
    #[arg(long, alias = "look-back")]
    lookback: Option<String>,
    #[command(flatten)]
    form: FormArguments,
    /// The conditions: one or several of answer-only, trace, free, structured, isolated, unchained,
    /// copy, shuffled, filler.95, exception, remapped and symbolic. Others are stepwise,
    /// checkpoints.5, verified.5, calculator, calculator-text, transcribe, explain, review and
    /// primed.4.1 [default: trace].
    #[arg(long)]
    condition: Option<String>,
    /// Items of each length [default: 20].
    #[arg(long)]
    items: Option<String>,
    /// Samples of each item [default: 1].
    #[arg(long)]
    samples: Option<String>,
    /// Seed of the items, a whole number below 2^53 [default: 0].
    #[arg(long)]
    seed: Option<String>,
    /// The maximum number of tokens of a reply.
    #[arg(long, value_name = "TOKENS")]
    max_output: Option<String>,
    /// The temperature, 0 to 2.
    #[arg(long)]
    temperature: Option<String>,
    /// The reasoning effort: none, minimal, low, medium, high, xhigh or max.
    #[arg(long)]
    effort: Option<String>,
    /// The size of the context window in tokens; only Ollama takes it.
    #[arg(long, value_name = "TOKENS")]
    context: Option<String>,
    /// The maximum number of concurrent calls to one model [default: 4].
    #[arg(long)]
    concurrency: Option<String>,
    /// The maximum number of requests, including failed ones.
    #[arg(long, value_name = "N")]
    max_requests: Option<String>,
    /// The maximum cost, in dollars. Every model then needs a price. Without --max-output, a reply
    /// that costs more than all before it can exceed the maximum.
    #[arg(long, value_name = "DOLLARS")]
    max_spend: Option<String>,
}

impl PlanArguments {
    /// Returns the given flags of the plan with their values, the arithmetic first. Flags of models
    /// are left out.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let flags = [
            ("steps", &self.steps),
            ("lookback", &self.lookback),
            ("condition", &self.condition),
            ("items", &self.items),
            ("samples", &self.samples),
            ("seed", &self.seed),
            ("max-output", &self.max_output),
            ("temperature", &self.temperature),
            ("effort", &self.effort),
            ("context", &self.context),
            ("concurrency", &self.concurrency),
            ("max-requests", &self.max_requests),
            ("max-spend", &self.max_spend),
        ];
        let flags = flags.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
        self.form.given().chain(flags)
    }
}
