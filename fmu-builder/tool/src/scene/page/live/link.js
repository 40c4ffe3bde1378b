"use strict";
// The page's end of the worker: requests and answers, and a limit of time for models that do not end.

/** Milliseconds without a word after which a worker is ended; for files it may take longer. */
const PATIENCE = 3000, PATIENCE_FOR_FILES = 60000;

class Link {
  /** `heard` gets what the worker says by itself; `lost` a text, when it was ended and started anew. */
  constructor(source, packed, heard, lost) {
    this.address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    Object.assign(this, { packed, heard, lost, next: 1, waiting: new Map(), playing: false });
    setInterval(() => this.watch(), 250);
  }

  async start() {
    const worker = this.worker = new Worker(this.address);
    this.word = performance.now();
    worker.onerror = event => this.end(`The worker failed: ${event.message}`);
    worker.onmessage = ({ data }) => {
      // What a worker that was ended has still said.
      if (this.worker !== worker) return undefined;
      this.word = performance.now();
      if (data.type === "dead") return this.end(data.text);
      if (data.type === "frame") this.playing = data.playing;
      if (data.type === "stopped") this.playing = false;
      if (!data.id) return this.heard(data);
      const { done, refuse } = this.waiting.get(data.id) || {};
      this.waiting.delete(data.id);
      if (data.type === "failed") refuse?.(new Error(data.text)); else done?.(data);
      return undefined;
    };
    const given = this.module ? { module: this.module } : { packed: this.packed };
    const { module } = await this.ask("load", given, [], PATIENCE_FOR_FILES);
    this.module = module;
    // Data of a worker beside its model.
    await this.prepare?.();
  }

  ask(type, message = {}, given = [], patience = PATIENCE) {
    return new Promise((done, refuse) => {
      const id = this.next++;
      // A worker that has nothing to do says nothing.
      if (this.waiting.size === 0) this.word = performance.now();
      this.waiting.set(id, { done, refuse, patience });
      this.worker.postMessage({ ...message, id, type }, given);
    });
  }

  /** Bytes of a file that is made in the worker. */
  async file(kind) { return (await this.ask("file_of", { kind }, [], PATIENCE_FOR_FILES)).bytes; }

  watch() {
    if (!this.worker || (this.waiting.size === 0 && !this.playing)) return;
    const patience = Math.max(PATIENCE, ...[...this.waiting.values()].map(waiting => waiting.patience));
    if (performance.now() - this.word > patience) this.end(`The model took more than ${patience / 1000} s for an answer, and was ended.`);
  }

  async end(text) {
    this.worker.terminate();
    this.worker = null;
    this.playing = false;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ refuse }) => refuse(new Error(text)));
    await this.start().catch(error => { text += ` ${error.message}`; });
    this.lost(text);
  }
}
