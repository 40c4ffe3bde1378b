"use strict";
// Draws the binary glTF that the builder writes, with WebGL 2. It reads what that writer makes and nothing else.

const VERTEX = `#version 300 es
in vec3 position; in vec3 normal; in vec3 stretch;
uniform mat4 model, camera; uniform float weight;
out vec3 n; out vec3 p;
void main() {
  vec4 world = model * vec4(position + weight * stretch, 1.0);
  // Normals are turned by the cofactors of the matrix.
  mat3 m = mat3(model);
  n = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])) * normal; p = world.xyz; gl_Position = camera * world;
}`;
const FRAGMENT = `#version 300 es
precision highp float;
in vec3 n; in vec3 p; uniform vec4 colour; uniform vec3 eye; uniform float gloss; out vec4 result;
void main() {
  vec3 v = normalize(eye - p), m = normalize(n);
  if (dot(m, v) < 0.0) m = -m;
  vec3 l = normalize(v + vec3(0.3, 0.7, 0.2));
  float light = 0.35 + 0.15 * m.y + 0.6 * max(dot(m, l), 0.0);
  float shine = gloss * pow(max(dot(m, normalize(l + v)), 0.0), 40.0);
  result = vec4(pow(colour.rgb * light + shine * 0.35, vec3(1.0 / 2.2)), colour.a);
}`;

const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = a => { const l = Math.hypot(...a) || 1; return a.map(x => x / l); };

/** Product of two matrices, columns first. */
function multiply(a, b) {
  const m = new Float32Array(16);
  for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += a[4 * k + r] * b[4 * c + k];
    m[4 * c + r] = sum;
  }
  return m;
}

/** Matrix of a translation, a rotation and a scale. */
function compose(t, [x, y, z, w], s) {
  return [
    (1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y + z * w) * s[0], 2 * (x * z - y * w) * s[0], 0,
    2 * (x * y - z * w) * s[1], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z + x * w) * s[1], 0,
    2 * (x * z + y * w) * s[2], 2 * (y * z - x * w) * s[2], (1 - 2 * (x * x + y * y)) * s[2], 0,
    t[0], t[1], t[2], 1];
}

/** Distance to a triangle along a ray; nothing where it passes (Moeller, Trumbore 1997). */
function hit(eye, ray, a, b, c) {
  const [e, f] = [subtract(b, a), subtract(c, a)], p = cross(ray, f), det = dot(e, p);
  if (Math.abs(det) < 1e-18) return null;
  const t = subtract(eye, a), u = dot(t, p) / det, q = cross(t, e), v = dot(ray, q) / det;
  const distance = dot(f, q) / det;
  return u >= 0 && v >= 0 && u + v <= 1 && distance > 0 ? distance : null;
}

/** A scene in a file: nodes, meshes, and the motion of the nodes. */
class Model {
  constructor(buffer) {
    const view = new DataView(buffer);
    const length = view.getUint32(12, true);
    this.json = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 20, length)));
    this.start = 20 + length + 8;
    this.buffer = buffer;
    this.nodes = this.json.nodes.map(node => ({
      name: node.name, mesh: node.mesh, children: node.children || [], extras: node.extras || {},
      translation: node.translation || [0, 0, 0], rotation: node.rotation || [0, 0, 0, 1],
      scale: node.scale || [1, 1, 1], weights: node.weights || [0], matrix: null,
    }));
    const animation = (this.json.animations || [])[0];
    this.channels = (animation ? animation.channels : []).map(channel => {
      const sampler = animation.samplers[channel.sampler];
      const times = this.accessor(sampler.input), values = this.accessor(sampler.output);
      return { node: this.nodes[channel.target.node], path: channel.target.path, times, values,
        size: values.length / times.length, at: 0 };
    });
  }

  /** The numbers of an accessor. */
  accessor(index) {
    const accessor = this.json.accessors[index], view = this.json.bufferViews[accessor.bufferView];
    const count = accessor.count * { SCALAR: 1, VEC3: 3, VEC4: 4 }[accessor.type];
    const kind = { 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array }[accessor.componentType];
    return new kind(this.buffer, this.start + view.byteOffset, count);
  }

  /** Moves everything to a time, s after the start. */
  move(time) {
    for (const channel of this.channels) channel.node[channel.path] = interpolate(channel, time);
    const visit = (index, parent) => {
      const node = this.nodes[index];
      const own = compose(node.translation, node.rotation, node.scale);
      node.matrix = parent ? multiply(parent, own) : new Float32Array(own);
      node.children.forEach(child => visit(child, node.matrix));
    };
    visit(0, null);
  }
}

/** The value of a channel between its keys. */
function interpolate(channel, time) {
  const { times, values, size } = channel;
  let k = channel.at;
  if (time < times[k]) k = 0;
  while (k + 2 < times.length && time >= times[k + 1]) k++;
  channel.at = k;
  const next = Math.min(k + 1, times.length - 1);
  const span = times[next] - times[k];
  const part = span > 0 ? Math.min(Math.max((time - times[k]) / span, 0), 1) : 0;
  const a = values.subarray(k * size, k * size + size), b = values.subarray(next * size, next * size + size);
  if (channel.path !== "rotation") return Array.from(a, (x, i) => x + part * (b[i] - x));
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(Math.abs(cosine), 1);
  let left = 1 - part, right = part;
  if (cosine < 0.9999) {
    const angle = Math.acos(cosine);
    left = Math.sin(left * angle) / Math.sin(angle);
    right = Math.sin(right * angle) / Math.sin(angle);
  }
  const q = Array.from(a, (x, i) => left * x + sign * right * b[i]);
  const norm = Math.hypot(...q);
  return q.map(x => x / norm);
}

/** What a page does when one of its canvases has another size. */
let resized = () => {};
const sizes = new WeakMap(), watcher = new ResizeObserver(entries => {
  entries.forEach(({ target }) => sizes.set(target, [target.clientWidth, target.clientHeight]));
  resized();
});

/** Width and height of a canvas in pixels of the page. Asking the canvas itself at each frame would lay out the page each time. */
function sizeOf(canvas) {
  if (!sizes.has(canvas)) {
    sizes.set(canvas, [canvas.clientWidth, canvas.clientHeight]);
    watcher.observe(canvas);
  }
  return sizes.get(canvas);
}

/** Draws a model as seen from a point that orbits around a target. */
class Viewer {
  constructor(canvas, model) {
    const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("This browser has no WebGL 2, which the view needs; the curves work without it.");
    Object.assign(this, { canvas, gl, meshes: [], hidden: new Set(), target: [0, 0, 0], distance: 1, yaw: 0.6, pitch: 0.35 });
    this.program = this.compile();
    gl.useProgram(this.program);
    this.at = name => gl.getUniformLocation(this.program, name);
    this.uniforms = Object.fromEntries(
      ["model", "camera", "weight", "colour", "eye", "gloss"].map(name => [name, this.at(name)]));
    gl.enable(gl.DEPTH_TEST);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    this.take(model);
  }

  /** Draws another model in the same view. */
  take(model) {
    const gl = this.gl;
    for (const { array, buffers } of this.meshes) {
      gl.deleteVertexArray(array);
      buffers.forEach(buffer => gl.deleteBuffer(buffer));
    }
    this.model = model;
    this.meshes = (model.json.meshes || []).map(mesh => this.upload(mesh.primitives[0]));
  }

  compile() {
    const gl = this.gl, program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    ["position", "normal", "stretch"].forEach((name, place) => gl.bindAttribLocation(program, place, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  upload(primitive) {
    const gl = this.gl, array = gl.createVertexArray(), buffers = [];
    gl.bindVertexArray(array);
    const fill = (kind, content) => {
      buffers.push(gl.createBuffer());
      gl.bindBuffer(kind, buffers.at(-1));
      gl.bufferData(kind, content, gl.STATIC_DRAW);
    };
    const targets = primitive.targets;
    const lists = [primitive.attributes.POSITION, primitive.attributes.NORMAL, targets && targets[0].POSITION];
    lists.forEach((accessor, place) => {
      if (accessor === undefined) return;
      fill(gl.ARRAY_BUFFER, this.model.accessor(accessor));
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    });
    const indices = this.model.accessor(primitive.indices);
    fill(gl.ELEMENT_ARRAY_BUFFER, indices);
    const material = this.model.json.materials[primitive.material], pbr = material.pbrMetallicRoughness;
    const bounds = this.model.json.accessors[primitive.attributes.POSITION];
    return { array, buffers, count: indices.length, kind: indices.BYTES_PER_ELEMENT === 4 ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT, colour: pbr.baseColorFactor, gloss: 1 - pbr.roughnessFactor, bounds };
  }

  /** Nodes that are drawn. */
  get drawn() { return this.model.nodes.filter(node => node.mesh !== undefined && !this.hidden.has(node.extras.group)); }

  /** The box around everything but the sphere of gravity, at this moment. */
  bounds() {
    let low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const node of this.drawn) {
      if (node.name.endsWith(".gravitySphere") || !node.scale.some(x => x !== 0)) continue;
      const { min, max } = this.meshes[node.mesh].bounds;
      for (let corner = 0; corner < 8; corner++) {
        const v = [0, 1, 2].map(k => (corner >> k & 1 ? max : min)[k]);
        if (corner & 1) v[0] += node.weights[0];
        const m = node.matrix;
        const w = [0, 1, 2].map(r => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r]);
        low = low.map((x, k) => Math.min(x, w[k]));
        high = high.map((x, k) => Math.max(x, w[k]));
      }
    }
    return low[0] <= high[0] ? [low, high] : [[-1, -1, -1], [1, 1, 1]];
  }

  /** Puts a box into the picture. */
  fit([low, high]) {
    this.target = low.map((x, k) => (x + high[k]) / 2);
    this.radius = Math.hypot(...subtract(high, low)) / 2 || 1;
    this.distance = 2.2 * this.radius;
  }

  get eye() {
    const [c, s] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    const away = [c * Math.sin(this.yaw), s, c * Math.cos(this.yaw)];
    return this.target.map((x, k) => x + this.distance * away[k]);
  }

  /** The matrix from the world to the picture. */
  camera() {
    const z = unit(subtract(this.eye, this.target));
    // From straight above, the picture's upper side is where the eye came from.
    const up = Math.abs(z[1]) > 0.9999 ? [-Math.sin(this.yaw) * z[1], 0, -Math.cos(this.yaw) * z[1]] : [0, 1, 0];
    const x = unit(cross(up, z)), y = cross(z, x), e = this.eye;
    const look = [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0, -dot(x, e), -dot(y, e), -dot(z, e), 1];
    const near = this.distance / 100, far = this.distance * 4 + 8 * (this.radius || 1), depth = near - far;
    const aspect = this.canvas.width / this.canvas.height || 1, lens = 2.2;
    const [wide, high] = aspect >= 1 ? [lens / aspect, lens] : [lens, lens * aspect];
    const frustum = [wide, 0, 0, 0, 0, high, 0, 0, 0, 0, (far + near) / depth, -1, 0, 0, 2 * far * near / depth, 0];
    this.axes = { x, y };
    return multiply(frustum, look);
  }

  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const [width, height] = sizeOf(this.canvas).map(x => Math.max(Math.round(x * ratio), 1));
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
  }

  draw() {
    const gl = this.gl;
    this.resize();
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const camera = this.camera();
    this.last = camera;
    gl.uniformMatrix4fv(this.uniforms.camera, false, camera);
    gl.uniform3fv(this.uniforms.eye, this.eye);
    this.bound = null;
    const { drawn } = this, opaque = drawn.filter(node => this.meshes[node.mesh].colour[3] === 1);
    const clear = drawn.filter(node => this.meshes[node.mesh].colour[3] < 1);
    gl.disable(gl.BLEND);
    opaque.forEach(node => this.node(node));
    gl.enable(gl.BLEND);
    clear.forEach(node => this.node(node));
  }

  node(node) {
    if (node.scale[0] === 0 && node.scale[1] === 0) return;
    const gl = this.gl, mesh = this.meshes[node.mesh];
    if (mesh !== this.bound) {
      this.bound = mesh;
      gl.bindVertexArray(mesh.array);
      gl.uniform4fv(this.uniforms.colour, mesh.colour);
      gl.uniform1f(this.uniforms.gloss, mesh.gloss);
    }
    gl.uniformMatrix4fv(this.uniforms.model, false, node.matrix);
    gl.uniform1f(this.uniforms.weight, node.weights[0]);
    gl.drawElements(gl.TRIANGLES, mesh.count, mesh.kind, 0);
  }

  /** Where a point of the world is in the view, in pixels of the page; nothing behind the eye. */
  project(p) {
    const m = this.last;
    const [x, y, , w] = [0, 1, 2, 3].map(r => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r]);
    if (w <= 0) return null;
    const [width, height] = sizeOf(this.canvas);
    return [(x / w + 1) / 2 * width, (1 - y / w) / 2 * height];
  }

  /** The direction from the eye to a pixel of the page. */
  ray(x, y) {
    const [width, height] = sizeOf(this.canvas);
    const aspect = width / height || 1, lens = 2.2;
    const [wide, high] = aspect >= 1 ? [lens / aspect, lens] : [lens, lens * aspect];
    const [a, b] = [(2 * x / width - 1) / wide, (1 - 2 * y / height) / high];
    const z = unit(subtract(this.target, this.eye));
    return unit(z.map((d, k) => d + a * this.axes.x[k] + b * this.axes.y[k]));
  }

  /** The node at a pixel of the page, and the place on it; nothing where no node is. */
  pick(x, y) {
    const eye = this.eye, ray = this.ray(x, y);
    let best = null;
    for (const node of this.drawn) {
      if (node.scale[0] === 0 && node.scale[1] === 0) continue;
      const primitive = this.model.json.meshes[node.mesh].primitives[0];
      const positions = this.model.accessor(primitive.attributes.POSITION), indices = this.model.accessor(primitive.indices);
      const stretch = primitive.targets && this.model.accessor(primitive.targets[0].POSITION), m = node.matrix;
      const corner = i => {
        const v = [0, 1, 2].map(k => positions[3 * i + k] + (stretch ? node.weights[0] * stretch[3 * i + k] : 0));
        return [0, 1, 2].map(r => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r]);
      };
      const corners = Array.from({ length: positions.length / 3 }, (_, i) => corner(i));
      for (let k = 0; k < indices.length; k += 3) {
        const distance = hit(eye, ray, corners[indices[k]], corners[indices[k + 1]], corners[indices[k + 2]]);
        if (distance && (!best || distance < best.distance)) best = { node, distance };
      }
    }
    return best && { node: best.node, place: eye.map((e, k) => e + best.distance * ray[k]) };
  }

  /** The place at a pixel of the page that is as far into the picture as another one. */
  across(x, y, place) {
    const eye = this.eye, ray = this.ray(x, y), z = unit(subtract(this.target, eye));
    const distance = dot(subtract(place, eye), z) / dot(ray, z);
    return eye.map((e, k) => e + distance * ray[k]);
  }

  turn(dx, dy) {
    this.yaw -= dx * 0.008;
    this.pitch = Math.min(Math.max(this.pitch + dy * 0.008, -1.57), 1.57);
  }

  shift(dx, dy) {
    const factor = this.distance / 2.2 * 2 / sizeOf(this.canvas)[1];
    this.target = this.target.map((t, k) => t + factor * (dy * this.axes.y[k] - dx * this.axes.x[k]));
  }

  zoom(factor) { this.distance = Math.min(Math.max(this.distance * factor, 1e-4), 1e7); }
}
