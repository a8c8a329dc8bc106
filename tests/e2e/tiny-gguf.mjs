// Makes a GGUF file of a tiny language model with random weights. It writes meaningless letters, the
// same for the same seed, and never ends by itself.

const WIDTH = 32;
const HIDDEN = 64;
const LAYERS = 2;
const HEADS = 4;
export const CONTEXT = 2048;

const SPECIAL = ["<unk>", "<s>", "</s>"];
const BYTES = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
const TOKENS = [...SPECIAL, ...BYTES, "\u2581"];
const [UNKNOWN, CONTROL, NORMAL, BYTE] = [2, 3, 1, 6];
const KINDS = [UNKNOWN, CONTROL, CONTROL, ...BYTES.map(() => BYTE), NORMAL];

const TEMPLATE = `{%- for message in messages -%}{{ message.role }}: {{ message.content }}\n{%- endfor -%}{%- if add_generation_prompt -%}assistant:{%- endif -%}`;

// The output weight of a token that is never written. All other weights are between -1 and 1.
const NEVER = -100;

// The types of settings in the format.
const [U32, I32, F32, TEXT, LIST] = [4, 5, 6, 8, 9];

class Bytes {
  #parts = [];
  length = 0;

  put(part) {
    this.#parts.push(part);
    this.length += part.length;
    return this;
  }
  u32(value) {
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    return this.put(part);
  }
  u64(value) {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(BigInt(value));
    return this.put(part);
  }
  f32(value) {
    const part = Buffer.alloc(4);
    part.writeFloatLE(value);
    return this.put(part);
  }
  text(value) {
    const part = Buffer.from(value);
    return this.u64(part.length).put(part);
  }
  value(type, value) {
    if (type === U32 || type === I32) return this.u32(value);
    return type === F32 ? this.f32(value) : this.text(value);
  }
  setting(name, type, value) {
    return this.text(name).u32(type).value(type, value);
  }
  list(name, type, values) {
    this.text(name).u32(LIST).u32(type).u64(values.length);
    for (const value of values) this.value(type, value);
    return this;
  }
  pad(to) {
    return this.put(Buffer.alloc((to - (this.length % to)) % to));
  }
  whole() {
    return Buffer.concat(this.#parts);
  }
}

// Returns a function that makes a matrix of random weights, the same on every run.
function random() {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 0.6;
  };
  return (rows, columns) => Float32Array.from({ length: rows * columns }, next);
}

// The first number of every embedding is 1, and no layer changes it. So the output weight for that
// number alone decides which tokens are never written.
function tensors() {
  const weights = random();
  const ones = (length) => new Float32Array(length).fill(1);
  const embedding = weights(TOKENS.length, WIDTH);
  const output = weights(TOKENS.length, WIDTH);
  TOKENS.forEach((_, token) => {
    const byte = token - SPECIAL.length;
    const isLetter = byte >= 97 && byte <= 122;
    embedding[token * WIDTH] = 1;
    output[token * WIDTH] = isLetter ? 0 : NEVER;
  });
  const all = [
    ["token_embd.weight", [WIDTH, TOKENS.length], embedding],
    ["output_norm.weight", [WIDTH], ones(WIDTH)],
    ["output.weight", [WIDTH, TOKENS.length], output],
  ];
  // Makes a matrix that adds nothing to the first number of a vector.
  const additions = (rows, columns) => weights(rows, columns).fill(0, 0, columns);
  for (let layer = 0; layer < LAYERS; layer += 1) {
    for (const [name, sides, values] of [
      ["attn_norm", [WIDTH], ones(WIDTH)],
      ["attn_q", [WIDTH, WIDTH], weights(WIDTH, WIDTH)],
      ["attn_k", [WIDTH, WIDTH], weights(WIDTH, WIDTH)],
      ["attn_v", [WIDTH, WIDTH], weights(WIDTH, WIDTH)],
      ["attn_output", [WIDTH, WIDTH], additions(WIDTH, WIDTH)],
      ["ffn_norm", [WIDTH], ones(WIDTH)],
      ["ffn_gate", [WIDTH, HIDDEN], weights(HIDDEN, WIDTH)],
      ["ffn_up", [WIDTH, HIDDEN], weights(HIDDEN, WIDTH)],
      ["ffn_down", [HIDDEN, WIDTH], additions(WIDTH, HIDDEN)],
    ]) {
      all.push([`blk.${layer}.${name}.weight`, sides, values]);
    }
  }
  return all;
}

// Returns the bytes of the file. `template` is the chat template, and `parts` the number of files that
// the model claims to have.
export function tinyGguf({ architecture = "llama", template = TEMPLATE, parts = 1 } = {}) {
  const settings = new Bytes();
  let count = 0;
  const set = (name, type, value) => (settings.setting(name, type, value), (count += 1));
  const list = (name, type, values) => (settings.list(name, type, values), (count += 1));
  set("general.architecture", TEXT, architecture);
  if (parts > 1) set("split.count", U32, parts);
  for (const [name, value] of Object.entries({
    context_length: CONTEXT,
    embedding_length: WIDTH,
    feed_forward_length: HIDDEN,
    block_count: LAYERS,
    "attention.head_count": HEADS,
    "rope.dimension_count": WIDTH / HEADS,
  })) {
    set(`${architecture}.${name}`, U32, value);
  }
  set(`${architecture}.attention.layer_norm_rms_epsilon`, F32, 1e-5);
  set("tokenizer.ggml.model", TEXT, "llama");
  list("tokenizer.ggml.tokens", TEXT, TOKENS);
  list("tokenizer.ggml.scores", F32, TOKENS.map(() => 0));
  list("tokenizer.ggml.token_type", I32, KINDS);
  ["unknown", "bos", "eos"].forEach((name, token) => set(`tokenizer.ggml.${name}_token_id`, U32, token));
  if (template) set("tokenizer.chat_template", TEXT, template);

  const all = tensors();
  const file = new Bytes().put(Buffer.from("GGUF")).u32(3).u64(all.length).u64(count).put(settings.whole());
  let offset = 0;
  for (const [name, sides, { byteLength }] of all) {
    file.text(name).u32(sides.length);
    for (const side of sides) file.u64(side);
    file.u32(0).u64(offset);
    offset += Math.ceil(byteLength / 32) * 32;
  }
  file.pad(32);
  for (const [, , { buffer }] of all) file.put(Buffer.from(buffer)).pad(32);
  return file.whole();
}
