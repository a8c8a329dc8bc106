// A stand-in for the browser's own model, after the specification of the Prompt API. It answers like
// the model of the server in `faults.mjs`.

import { answer } from "./faults/model.mjs";
import { parse } from "./faults/script.mjs";

// Gives the pages of a context a model. `state` is its availability, `size` the tokens of its
// context, `script` how it answers, and `hasModes` whether it has modes in place of temperatures.
// Pages change it through `globalThis.ownModel`.
export const ownModel = ({ state = "available", size = 9216, script = "right", hasModes = false } = {}) =>
  async function prepare(context) {
    await context.exposeFunction("answerOfOwnModel", (messages) => {
      const turns = messages.map(({ role, content }) => ({ role, text: content }));
      return answer(turns, parse(script).writes).text;
    });
    await context.addInitScript(define, { state, size, hasModes });
  };

function define({ state, size, hasModes }) {
  const control = { state, created: 0, delay: 0 };
  control.downloaded = new Promise((resolve) => (control.finishDownload = resolve));
  const tokens = (text) => Math.ceil(text.length / 4);
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  class LanguageModel {
    constructor(messages) {
      this.messages = messages;
      this.contextWindow = size;
    }

    static async availability(options) {
      if (hasModes) void options.samplingMode;
      return control.state;
    }

    static async create({ initialPrompts = [], monitor } = {}) {
      if (control.state === "unavailable") throw new DOMException("The device is unable to create a session.", "NotSupportedError");
      if (control.state !== "available") {
        if (!navigator.userActivation.isActive) throw new DOMException("Requires a user gesture.", "NotAllowedError");
        const target = new EventTarget();
        monitor?.(target);
        target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded: 0.42, total: 1 }));
        await control.downloaded;
        control.state = "available";
      }
      control.created += 1;
      return new LanguageModel(initialPrompts);
    }

    get contextUsage() {
      return this.messages.reduce((sum, { content }) => sum + tokens(content), 0);
    }

    async measureContextUsage(text) {
      return tokens(text);
    }

    async clone() {
      return new LanguageModel([...this.messages]);
    }

    promptStreaming(content, { signal }) {
      this.messages.push({ role: "user", content });
      const send = async (stream) => {
        const pieces = await globalThis.answerOfOwnModel(this.messages);
        for (const piece of pieces) {
          await wait(control.delay);
          if (signal.aborted) return stream.error(signal.reason);
          stream.enqueue(piece);
        }
        this.messages.push({ role: "assistant", content: pieces.join("") });
        stream.close();
      };
      return new ReadableStream({ start: (stream) => void send(stream).catch(() => {}) });
    }

    destroy() {}
  }
  Object.assign(globalThis, { LanguageModel, ownModel: control });
}
