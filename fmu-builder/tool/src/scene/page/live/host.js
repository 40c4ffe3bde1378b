"use strict";
// The builder in WebAssembly: texts and numbers go into its memory, and answers are copied out of it.

class Host {
  /** An instance of the compiled module; `dead` gets the text of a panic, after which the instance is of no use. */
  static async start(module, dead) {
    const host = new Host(), imports = { env: { panicked: (place, length) => dead(host.words(host.bytes(place, length))) } };
    // The crate zip refers to random numbers, which no archive here needs.
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      imports[from] ||= {};
      imports[from][name] ||= () => { throw new Error(`${name} is not there`); };
    }
    const instance = await WebAssembly.instantiate(module, imports);
    host.calls = instance.exports;
    host.calls.start();
    return host;
  }

  bytes(place, length) { return new Uint8Array(this.calls.memory.buffer, place, length); }
  words(bytes) { return new TextDecoder().decode(bytes); }

  /** A copy of the last answer: memory that grows takes views away. */
  answer() { return this.bytes(this.calls.answer(), this.calls.answer_length()).slice(); }
  text() { return this.words(this.answer()); }

  /** Calls `f` with the places of bytes, which are given back afterwards. */
  with(lists, f) {
    const places = lists.map(list => {
      const place = this.calls.alloc(list.byteLength);
      this.bytes(place, list.byteLength).set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
      return place;
    });
    try { return f(...places); } finally { places.forEach((place, k) => this.calls.free(place, lists[k].byteLength)); }
  }

  /** The answer to a request, as bytes. */
  file(request) {
    const list = new TextEncoder().encode(JSON.stringify(request));
    if (this.with([list], place => this.calls.ask(place, list.byteLength))) throw new Error(this.text());
    return this.answer();
  }

  ask(request) { return JSON.parse(this.words(this.file(request))); }

  runtime(header, archive) {
    const list = new TextEncoder().encode(JSON.stringify(header));
    const call = (a, b) => this.calls.runtime(a, list.byteLength, b, archive.byteLength);
    if (this.with([list, archive], call)) throw new Error(this.text());
  }

  time(time) {
    if (Number.isNaN(time)) throw new Error(this.text());
    return time;
  }

  step(dt, count = 1) { return this.time(this.calls.step(dt, count)); }
  stepTo(end) { return this.time(this.calls.step_to(end)); }
  set(reference, value) { return this.time(this.calls.set(reference, value)) === 1; }

  get(references) {
    const list = Uint32Array.from(references);
    if (this.with([list], place => this.calls.get(place, list.length))) throw new Error(this.text());
    return new Float64Array(this.answer().buffer);
  }

  /** The poses of all shapes, and whether they are others than before. */
  frame() {
    const status = this.calls.frame();
    if (status === 1) throw new Error(this.text());
    return { poses: new Float32Array(this.answer().buffer), isNew: status === 2 };
  }
}
