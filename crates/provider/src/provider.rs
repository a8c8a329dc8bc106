//! The table of providers: addresses, wire formats, and whether pages may call them directly.

use crate::format::Format;

/// The way in which the key is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// `Authorization: Bearer …`.
    Bearer,
    /// `x-api-key`, with the version of the API and the consent to calls from a browser.
    Anthropic,
    /// `x-goog-api-key`.
    Google,
}

/// The permission for pages to call a provider directly (CORS).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorsSupport {
    /// The provider allows calls from any page.
    Allowed,
    /// The provider allows calls after the operator of the server has followed this instruction.
    AfterSetup(&'static str),
    /// The permission is unknown.
    Unknown,
}

/// The certainty of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The fact is from a primary source or a dated measurement.
    Sure,
    /// The fact is from one secondary source, or an old primary one.
    Likely,
    /// The fact has no source.
    Unsure,
}

/// A provider, or a server on the user's machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    /// The identifier in settings and on the command line; it never changes.
    pub slug: &'static str,
    /// The display name.
    pub name: &'static str,
    /// The base address without a trailing slash; empty if there is no default.
    pub base: &'static str,
    /// The wire format.
    pub format: Format,
    /// The way in which the key is sent, if there is a key.
    pub auth: Auth,
    /// True if the model or its server runs on the user's machine. Such servers usually take no
    /// key.
    pub is_local: bool,
    /// True if the model runs in the page. The page answers the requests itself, so that no request
    /// leaves the browser.
    pub is_in_page: bool,
    /// The path of the list of models, relative to the base address.
    pub models_path: &'static str,
    /// The path that checks a key, relative to the base address. Empty if the list of models checks
    /// the key, or if the provider has no free request that checks it.
    pub check: &'static str,
    /// The permission for pages to call the provider directly.
    pub cors: CorsSupport,
    /// The certainty of [`cors`](Self::cors).
    pub certainty: Certainty,
    /// The source of [`cors`](Self::cors), with its date.
    pub source: &'static str,
}

/// The measurement that is the source of most rows.
const BIG_AGI_PROBE: &str = "big-AGI, client-side-fetch.md, hosts probed on 2026-08-14";

/// Returns a provider on the internet with the chat format. Pages may call it, by
/// [`BIG_AGI_PROBE`]; a provider that was not probed there needs its own `cors`, `certainty` and
/// `source`.
const fn hosted(slug: &'static str, name: &'static str, base: &'static str) -> Provider {
    Provider {
        slug,
        name,
        base,
        format: Format::Chat,
        auth: Auth::Bearer,
        is_local: false,
        is_in_page: false,
        models_path: "/models",
        check: "",
        cors: CorsSupport::Allowed,
        certainty: Certainty::Sure,
        source: BIG_AGI_PROBE,
    }
}

/// Returns a server on the user's machine, with the chat format.
const fn local(
    slug: &'static str,
    name: &'static str,
    base: &'static str,
    cors: CorsSupport,
    source: &'static str,
) -> Provider {
    Provider { is_local: true, cors, source, ..hosted(slug, name, base) }
}

/// Returns a model that runs in the page, so that no permission is needed.
const fn in_page(slug: &'static str, name: &'static str, base: &'static str) -> Provider {
    let source = "models in the page answer in the format of OpenAI";
    Provider { is_in_page: true, ..local(slug, name, base, CorsSupport::Allowed, source) }
}

/// The setting with which Ollama accepts calls from a page.
const OLLAMA_CORS: CorsSupport =
    CorsSupport::AfterSetup("start Ollama with OLLAMA_ORIGINS set to the origin of this page");
const OLLAMA_SOURCE: &str = "Ollama's source of 2026-08-21; refusals measured on 2026-10-20";

/// All providers. Those that need neither key nor server come first, then the most common ones.
pub const PROVIDERS: [Provider; 23] = [
    in_page("browser", "This browser’s own model", "in-page://browser/v1"),
    in_page("gguf", "A model file (GGUF) in this page", "in-page://gguf/v1"),
    // The list of models of OpenRouter needs no key.
    Provider {
        check: "/key",
        ..hosted("openrouter", "OpenRouter", "https://openrouter.ai/api/v1")
    },
    hosted("openai", "OpenAI", "https://api.openai.com/v1"),
    Provider {
        format: Format::Responses,
        ..hosted("openai-responses", "OpenAI (responses)", "https://api.openai.com/v1")
    },
    Provider {
        format: Format::Anthropic,
        auth: Auth::Anthropic,
        models_path: "/models?limit=1000",
        ..hosted("anthropic", "Anthropic", "https://api.anthropic.com/v1")
    },
    Provider {
        format: Format::Gemini,
        auth: Auth::Google,
        models_path: "/models?pageSize=1000",
        ..hosted("gemini", "Google Gemini", "https://generativelanguage.googleapis.com/v1beta")
    },
    hosted("mistral", "Mistral", "https://api.mistral.ai/v1"),
    hosted("groq", "Groq", "https://api.groq.com/openai/v1"),
    hosted("deepseek", "DeepSeek", "https://api.deepseek.com"),
    hosted("xai", "xAI", "https://api.x.ai/v1"),
    hosted("together", "Together", "https://api.together.xyz/v1"),
    Provider {
        certainty: Certainty::Likely,
        ..hosted("fireworks", "Fireworks", "https://api.fireworks.ai/inference/v1")
    },
    Provider {
        format: Format::Cohere,
        models_path: "/v1/models?endpoint=chat&page_size=1000",
        ..hosted("cohere", "Cohere", "https://api.cohere.com")
    },
    hosted("cerebras", "Cerebras", "https://api.cerebras.ai/v1"),
    Provider {
        certainty: Certainty::Likely,
        source: "huggingface.js, pull request 1820 of 2025-10",
        ..hosted("huggingface", "Hugging Face", "https://router.huggingface.co/v1")
    },
    Provider {
        format: Format::Ollama,
        models_path: "/tags",
        ..local("ollama", "Ollama", "http://localhost:11434/api", OLLAMA_CORS, OLLAMA_SOURCE)
    },
    local(
        "ollama-compatible",
        "Ollama (OpenAI-compatible)",
        "http://localhost:11434/v1",
        OLLAMA_CORS,
        OLLAMA_SOURCE,
    ),
    local(
        "lm-studio",
        "LM Studio",
        "http://localhost:1234/v1",
        CorsSupport::AfterSetup(
            "switch on “Enable CORS” in the server's settings, or run `lms server start --cors`",
        ),
        "LM Studio's documentation as of 2026-11-20",
    ),
    local(
        "llama-cpp",
        "llama.cpp",
        "http://localhost:8080/v1",
        CorsSupport::Allowed,
        "llama.cpp, pull request 25655 of 2026-07; recent versions may listen on port 9931",
    ),
    local(
        "vllm",
        "vLLM",
        "http://localhost:8000/v1",
        CorsSupport::Allowed,
        "vLLM's source as of 2026-11-20",
    ),
    local(
        "litellm",
        "LiteLLM",
        "http://localhost:4000/v1",
        CorsSupport::Allowed,
        "LiteLLM, pull request 18265",
    ),
    Provider {
        cors: CorsSupport::Unknown,
        certainty: Certainty::Unsure,
        source: "none",
        ..hosted("compatible", "Any OpenAI-compatible address", "")
    },
];

impl Provider {
    /// Finds a provider by its slug.
    pub fn find(slug: &str) -> Option<&'static Self> {
        const { &PROVIDERS }.iter().find(|provider| provider.slug == slug)
    }
}
