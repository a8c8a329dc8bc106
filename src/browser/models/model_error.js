// An error of a model in the page. `status` is an HTTP status, or 0 for a failed connection or a
// missing ability of the browser. `code` identifies the error, as in errors of OpenAI's API.
export class ModelError extends Error {
  constructor(status, code, message) {
    super(message);
    this.name = "ModelError";
    this.status = status;
    this.code = code;
  }
}

// Formats a number of bytes for a message.
export function amount(bytes) {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}
