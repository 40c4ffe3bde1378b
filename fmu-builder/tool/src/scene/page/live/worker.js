"use strict";
// Runs the model beside the page. Each message has an `id` and gets one answer with it; frames come on their own.

/** Frames a second, and the longest time that steps of one frame may take, ms. */
const FRAMES = 60, LONGEST = 50;
/** What scripts/build-web.sh allows. */
const MEMORY = "1 GiB";
/** Milliseconds of a run that are made up for when a frame is late. */
const BEHIND = 100;

let host = null, panic = "", playing = false, speed = 1, step = 0.01, references = [], timer = 0, last = 0, dragging = false;

const say = (message, given = []) => postMessage(message, given);

/** Tells of a fault; a trap leaves the instance in no state to go on. */
function fail(error, message) {
  if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return say({ ...message, text: error.message });
  playing = false;
  // Without a panic, memory that is refused ends in `unreachable`, and a full stack outside of memory.
  const memory = /unreachable/i.test(error.message) ? `The model needs more memory than the ${MEMORY} that a page gives it.` : "";
  const text = panic ? `The builder has a fault: ${panic}` : memory || `The model is nested too deeply (${error.message}).`;
  return say({ type: "dead", text });
}

/** Tells where everything is now. */
function show(more = {}) {
  const { poses, isNew } = host.frame(), values = host.get(references);
  const message = { type: "frame", time: host.time(host.calls.step(0, 0)), poses, values, playing, ...more };
  if (isNew) message.scene = host.file({ do: "glb" });
  if (dragging) message.dragged = host.ask({ do: "dragged" });
  message.recorded = host.ask({ do: "recorded" });
  say(message, [poses.buffer, values.buffer]);
}

function tick() {
  timer = 0;
  if (!playing) return;
  const begin = performance.now(), wanted = Math.min(begin - last, BEHIND) / 1000 * speed;
  last = begin;
  try {
    let left = wanted, slow = false;
    // In steps of the experiment, so that a page that lags shows what it has.
    while (left > 1e-9 && !(slow = performance.now() - begin > LONGEST)) {
      const next = Math.min(left, step);
      host.step(next);
      left -= next;
    }
    show({ slow });
  } catch (error) {
    playing = false;
    fail(error, { type: "stopped" });
  }
  if (playing) timer = setTimeout(tick, Math.max(0, 1000 / FRAMES - (performance.now() - begin)));
}

function play(on) {
  playing = on;
  clearTimeout(timer);
  last = performance.now();
  if (on) tick();
}

const answers = {
  async load({ module, packed }) {
    if (packed) {
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    }
    host = await Host.start(module, text => { panic = text; });
    return { module };
  },
  file: ({ name, text }) => host.ask({ do: "file", name, text }),
  open({ name, text, shapes = [], keep }) {
    play(false);
    dragging = false;
    for (const { name: shape, data } of shapes) host.ask({ do: "shape", name: shape, data });
    const opened = host.ask({ do: "open", name, text });
    if (!opened.ok) return opened;
    step = opened.step;
    references = keep || [];
    if (!keep) {
      const is = role => opened.controls.filter(control => control.role === role && control.kind === "real");
      references = [...is("output"), ...is("state")].slice(0, 200).map(control => control.reference);
    }
    opened.references = references;
    host.frame();
    opened.scene = host.file({ do: "glb" });
    show();
    return opened;
  },
  play({ on }) { play(on); show(); },
  speed(message) { speed = message.speed; },
  /** One step of the experiment while it does not run. */
  step({ count = 1 }) { play(false); host.step(step, count); show(); },
  /** To a time, for those who compare. */
  stepTo({ time }) { host.stepTo(time); },
  get: ({ references: list }) => ({ values: host.get(list) }),
  restart() { dragging = false; host.ask({ do: "restart" }); last = performance.now(); show({ anew: true }); },
  set({ reference, value }) {
    const anew = host.set(reference, value);
    if (anew) dragging = false;
    show({ anew });
    return { anew };
  },
  controls: () => ({ controls: host.ask({ do: "controls" }) }),
  grab({ shape, place }) { host.ask({ do: "grab", shape, place }); dragging = true; show(); },
  drag({ place }) { host.ask({ do: "drag", place }); },
  release() { dragging = false; host.ask({ do: "release" }); show(); },
  tilt({ place }) { host.ask({ do: "tilt", place }); show(); },
  save() { host.ask({ do: "save" }); },
  restore() { dragging = false; host.ask({ do: "restore" }); show({ anew: true }); },
  record({ on }) { host.ask({ do: "record", on }); show(); },
  file_of: ({ kind }) => ({ bytes: host.file({ do: kind }) }),
  ask: ({ request }) => ({ answer: host.ask(request) }),
  runtime: ({ header, archive }) => host.runtime(header, archive),
};

onmessage = async ({ data }) => {
  const { id, type } = data;
  try {
    const answer = await answers[type](data);
    say({ ...answer, id, type: "answer" });
  } catch (error) {
    fail(error, { id, type: "failed" });
  }
};
