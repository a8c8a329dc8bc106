"""Runs a llama.cpp server with a model that it makes first: `python llama-cpp.py MODEL PORT KEY bytes|numbers`.

MODEL is the file to make. The model has the architecture of Llama, two small layers and 37,000 weights, which are
random from a fixed seed. As `bytes` it writes meaningless bytes up to the limit of tokens; many of them are not UTF-8.
As `numbers` each of its replies is a whole number, by a grammar of the server. If tools are offered, it calls one. The
server then makes a grammar of the tool, which gives the arguments their form.
"""

import sys
import threading

import gguf
import numpy
import xllamacpp

WIDTH, HIDDEN, LAYERS, HEADS, CONTEXT = 32, 64, 2, 4, 16384
SLOTS = 4

UNKNOWN, BEGIN, END, OFFER, CALL = range(5)
SPECIAL = ["<unk>", "<s>", "</s>", "<|offer|>", "<tool_call>"]
VOCABULARY = SPECIAL + [f"<0x{byte:02X}>" for byte in range(256)] + ["\u2581"]
KINDS = (
    [gguf.TokenType.UNKNOWN]
    + [gguf.TokenType.CONTROL] * 3
    + [gguf.TokenType.USER_DEFINED]
    + [gguf.TokenType.BYTE] * 256
    + [gguf.TokenType.NORMAL]
)

# Indexes of the first numbers in the embedding of a token. No layer changes these KEPT numbers.
# ALWAYS is set for every token, OFFERED for the token `<|offer|>`, and CALLED for the end of a call.
ALWAYS, OFFERED, CALLED = range(3)
KEPT = 3

TEMPLATE = """\
{%- macro call(name, arguments) -%}<tool_call>{"name": {{ name }}, "arguments": {{ arguments }}}</tool_call>{%- endmacro -%}
{%- if tools -%}
Tools:{% for tool in tools %} {{ tool | tojson }}{% endfor %} Call one so: {{ call("NAME", "ARGUMENTS") }}
{% endif -%}
{%- for message in messages -%}
{{ message.role }}: {{ message.content or "" }}
{%- for made in message.tool_calls or [] -%}
{{ call(made.function.name | tojson, made.function.arguments | tojson) }}
{%- endfor -%}
{{ "\n" }}
{%- endfor -%}
{%- if add_generation_prompt -%}assistant:{% if tools %}<|offer|>{% endif %}{%- endif -%}"""

NUMBER = 'root ::= "-"? [1-9] [0-9]? [0-9]?'

# Weights in the output layer that forbid or favour a token; all other weights there are below 1.
NEVER, OFTEN = -100, 15


def byte(sign):
    return len(SPECIAL) + ord(sign)


def write_model(path, writes):
    chance = numpy.random.default_rng(1)

    def weights(*shape):
        return (chance.standard_normal(shape) * 0.2).astype(numpy.float32)

    def additions(*shape):
        added = weights(*shape)
        added[:KEPT] = 0
        return added

    embedding = weights(len(VOCABULARY), WIDTH)
    embedding[:, :KEPT] = 0
    embedding[:, ALWAYS] = 1
    output = weights(len(VOCABULARY), WIDTH)
    output[:, :KEPT] = 0
    output[: len(SPECIAL), ALWAYS] = NEVER
    if writes == "numbers":
        embedding[OFFER, OFFERED] = 1
        embedding[byte(">"), CALLED] = 1
        output[CALL, OFFERED] = output[END, CALLED] = -10 * NEVER
        output[byte('"'), ALWAYS] = OFTEN
        output[byte("\\"), ALWAYS] = NEVER
        output[byte("\x80") :, ALWAYS] = NEVER

    file = gguf.GGUFWriter(path, "llama")
    file.add_context_length(CONTEXT)
    file.add_embedding_length(WIDTH)
    file.add_feed_forward_length(HIDDEN)
    file.add_block_count(LAYERS)
    file.add_head_count(HEADS)
    file.add_layer_norm_rms_eps(1e-5)
    file.add_rope_dimension_count(WIDTH // HEADS)
    file.add_tokenizer_model("llama")
    file.add_token_list(VOCABULARY)
    file.add_token_scores([0.0] * len(VOCABULARY))
    file.add_token_types(KINDS)
    file.add_unk_token_id(UNKNOWN)
    file.add_bos_token_id(BEGIN)
    file.add_eos_token_id(END)
    file.add_chat_template(TEMPLATE)
    file.add_tensor("token_embd.weight", embedding)
    file.add_tensor("output_norm.weight", numpy.ones(WIDTH, numpy.float32))
    file.add_tensor("output.weight", output)
    for layer in range(LAYERS):
        for name, tensor in {
            "attn_norm": numpy.ones(WIDTH, numpy.float32),
            "attn_q": weights(WIDTH, WIDTH),
            "attn_k": weights(WIDTH, WIDTH),
            "attn_v": weights(WIDTH, WIDTH),
            "attn_output": additions(WIDTH, WIDTH),
            "ffn_norm": numpy.ones(WIDTH, numpy.float32),
            "ffn_gate": weights(HIDDEN, WIDTH),
            "ffn_up": weights(HIDDEN, WIDTH),
            "ffn_down": additions(WIDTH, HIDDEN),
        }.items():
            file.add_tensor(f"blk.{layer}.{name}.weight", tensor)
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()


def serve(path, port, key, writes):
    settings = xllamacpp.CommonParams()
    settings.model.path = path
    settings.model_alias = {"random"}
    settings.hostnames = ["127.0.0.1"]
    settings.port = port
    settings.api_keys = [key]
    settings.n_ctx = SLOTS * CONTEXT
    settings.n_parallel = SLOTS
    settings.cpuparams.n_threads = 1
    settings.use_jinja = True
    settings.ui = False
    settings.sampling.seed = 1
    if writes == "numbers":
        user = xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER
        settings.sampling.grammar = xllamacpp.CommonGrammar(user, NUMBER)
    server = xllamacpp.Server(settings)
    print(f"listening at {server.listening_address}", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    path, port, key, writes = sys.argv[1:]
    write_model(path, writes)
    serve(path, int(port), key, writes)
