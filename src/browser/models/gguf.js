// Reads and checks the header of a GGUF model file.
//
// The format is described at https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.

import { amount, ModelError } from "./model_error.js";

const MAGIC = 0x46554747; // "GGUF"
const VERSIONS = [2, 3];
const ALIGNMENT = 32;

// The engine seeks with signed 32-bit offsets.
export const MOST_BYTES = 2 ** 31 - 1;

// The size limit of a header, in bytes. A vocabulary of 260,000 tokens takes about 12 MB.
const MOST_HEADER = 2 ** 28;
// The number of bytes that are read first. Each further attempt to read the header reads four times as
// many.
const FIRST_PART = 2 ** 22;

// The architectures of language models that the engine knows.
export const ARCHITECTURES = (
  "apertus arcee arctic arwkv7 baichuan bailingmoe bailingmoe2 bitnet bloom chatglm codeshell cohere2 command-r dbrx " +
  "deepseek deepseek2 dots1 ernie4_5 ernie4_5-moe exaone exaone4 falcon falcon-h1 gemma gemma2 gemma3 gemma3n gemma4 " +
  "glm4 glm4moe gpt-oss gpt2 gptneox granite granitehybrid granitemoe grovemoe hunyuan-dense hunyuan-moe internlm2 " +
  "jais jamba lfm2 lfm2moe llama llama4 mamba mamba2 minicpm minicpm3 minimax-m2 mistral3 mpt nemotron nemotron_h " +
  "olmo olmo2 olmoe openelm orion phi2 phi3 phimoe plamo plamo2 plm qwen qwen2 qwen2moe qwen3 qwen35 qwen35moe " +
  "qwen3moe qwen3next refact rwkv6 rwkv6qwen2 rwkv7 seed_oss smallthinker smollm3 stablelm starcoder starcoder2 xverse"
).split(" ");

// For each type number of a tensor: the count of numbers in a block, and the size of a block in bytes.
// The size of tensors of other types is not checked.
const TYPES = new Map([
  [0, [1, 4]],
  [1, [1, 2]],
  [2, [32, 18]],
  [3, [32, 20]],
  [6, [32, 22]],
  [7, [32, 24]],
  [8, [32, 34]],
  [10, [256, 84]],
  [11, [256, 110]],
  [12, [256, 144]],
  [13, [256, 176]],
  [14, [256, 210]],
  [16, [256, 66]],
  [17, [256, 74]],
  [18, [256, 98]],
  [19, [256, 50]],
  [20, [32, 18]],
  [21, [256, 110]],
  [22, [256, 82]],
  [23, [256, 136]],
  [24, [1, 1]],
  [25, [1, 2]],
  [26, [1, 4]],
  [27, [1, 8]],
  [28, [1, 8]],
  [29, [256, 56]],
  [30, [1, 2]],
  [34, [256, 54]],
  [35, [256, 66]],
  [39, [32, 17]],
]);

// Thrown when the header continues after the bytes that were read.
class Short extends Error {}

class Reader {
  #view;
  #at = 0;

  constructor(bytes) {
    this.#view = new DataView(bytes);
  }

  get at() {
    return this.#at;
  }

  #take(length) {
    const at = this.#at;
    if (!(at + length <= this.#view.byteLength)) throw new Short();
    this.#at += length;
    return at;
  }

  u32() {
    return this.#view.getUint32(this.#take(4), true);
  }

  // Reads a length. Values above 2^53 lose precision, but no file is that large.
  u64() {
    return Number(this.#view.getBigUint64(this.#take(8), true));
  }

  text() {
    const length = this.u64();
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#take(length), length));
  }

  // Reads the value of a setting. Skips an array and returns undefined.
  value(type) {
    const view = this.#view;
    switch (type) {
      case 0:
      case 7:
        return view.getUint8(this.#take(1));
      case 1:
        return view.getInt8(this.#take(1));
      case 2:
        return view.getUint16(this.#take(2), true);
      case 3:
        return view.getInt16(this.#take(2), true);
      case 4:
        return this.u32();
      case 5:
        return view.getInt32(this.#take(4), true);
      case 6:
        return view.getFloat32(this.#take(4), true);
      case 8:
        return this.text();
      case 9:
        return this.#skipArray();
      case 10:
      case 11:
        return this.u64();
      case 12:
        return view.getFloat64(this.#take(8), true);
      default:
        throw new RangeError(`no type ${type}`);
    }
  }

  #skipArray() {
    const type = this.u32();
    const length = this.u64();
    const width = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8][type];
    if (width) return void this.#take(length * width);
    for (let i = 0; i < length; i += 1) type === 8 ? this.#take(this.u64()) : this.value(type);
  }
}

// Reads a header. `settings` maps the names of the model's settings to their values; it is missing
// for an unknown version. `end` is the offset at which the data of the tensors end.
function header(bytes) {
  const reader = new Reader(bytes);
  const isGguf = reader.u32() === MAGIC;
  const version = isGguf ? reader.u32() : 0;
  if (!VERSIONS.includes(version)) return { isGguf, version };
  const [tensors, count] = [reader.u64(), reader.u64()];
  const settings = new Map();
  for (let i = 0; i < count; i += 1) {
    const name = reader.text();
    settings.set(name, reader.value(reader.u32()));
  }
  let last = 0;
  for (let i = 0; i < tensors; i += 1) {
    reader.text();
    const numbers = Array.from({ length: reader.u32() }, () => reader.u64()).reduce((all, one) => all * one, 1);
    const [block, width] = TYPES.get(reader.u32()) ?? [1, 0];
    last = Math.max(last, reader.u64() + (numbers / block) * width);
  }
  const alignment = settings.get("general.alignment") ?? ALIGNMENT;
  const begin = Math.ceil(reader.at / alignment) * alignment;
  return { isGguf, version, settings, end: begin + last };
}

async function readHeader(blob) {
  for (let length = FIRST_PART; ; length *= 4) {
    try {
      return header(await blob.slice(0, length).arrayBuffer());
    } catch (error) {
      if (!(error instanceof Short)) return { isGguf: true, version: 0 };
      if (length >= blob.size || length >= MOST_HEADER) return undefined;
    }
  }
}

const refusal = (code, message) => new ModelError(400, code, message);

// Checks a model file. Returns `trained`, the context length of the training in tokens, and `cached`,
// the size of the key-value cache for one token in bytes.
export async function inspect(blob, name) {
  if (blob.size > MOST_BYTES) {
    throw refusal("too_large", `${name} has ${amount(blob.size)}. The engine reads at most ${amount(MOST_BYTES)}: choose a smaller model or a smaller quantisation.`);
  }
  const start = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  if (start.length < 4 || new DataView(start.buffer).getUint32(0, true) !== MAGIC) {
    throw refusal("not_gguf", `${name} is not a GGUF file. Choose a file whose name ends in .gguf.`);
  }
  const read = await readHeader(blob);
  if (!read) throw refusal("incomplete", `${name} is not complete: it ends within its header. Download it again.`);
  const { version, settings, end } = read;
  if (!settings) {
    throw refusal("unknown_version", `The header of ${name} cannot be read (version ${version}). Choose a file of GGUF version 2 or 3.`);
  }
  const architecture = settings.get("general.architecture");
  if (!ARCHITECTURES.includes(architecture)) {
    throw refusal("unknown_architecture", `${name} has the architecture ${architecture}, which the engine does not run as a language model. Choose another model.`);
  }
  if ((settings.get("split.count") ?? 1) > 1) {
    throw refusal("split", `${name} is one part of a model in several files. Choose a model in one file.`);
  }
  if (!settings.get("tokenizer.chat_template")) {
    throw refusal("no_chat_template", `${name} has no chat template, so it cannot answer a question. Choose an instruction-tuned model.`);
  }
  if (end > blob.size) {
    throw refusal("incomplete", `${name} is not complete: ${amount(end - blob.size)} are missing. Download it again.`);
  }
  const number = (key, otherwise) => Number(settings.get(`${architecture}.${key}`) ?? otherwise);
  const heads = number("attention.head_count", 1);
  const keys = number("attention.key_length", number("embedding_length", 0) / heads);
  const values = number("attention.value_length", keys);
  const cached = number("block_count", 0) * number("attention.head_count_kv", heads) * (keys + values) * 2;
  return { trained: number("context_length", 2048), cached: cached || 0 };
}
