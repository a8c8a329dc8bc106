// The error of every failed call to a model in the page. `status` is an HTTP status, or 0 if no
// answer arrived. `code` is a word of an OpenAI-like error.
export class ModelError extends Error {
  constructor(status, code, message) {
    super(message);
    this.name = "ModelError";
    this.status = status;
    this.code = code;
  }
}

// Returns an amount of bytes for a message.
export function amount(bytes) {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}
