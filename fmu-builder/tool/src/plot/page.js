"use strict";
// The picture is there without this script, which adds a cursor and zoom.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const plot = document.querySelector("svg.plot");
  const { times, curves, panels, left, width } = data;
  const whole = data.range;
  let range = whole.slice();
  let cursor = times.length - 1;

  const make = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // Ticks at 1, 2 or 5 times a power of ten, as in the picture.
  const ticks = (low, high, most) => {
    const raw = (high - low) / most;
    if (!(raw > 0) || !isFinite(raw)) return [];
    let exponent = Math.floor(Math.log10(raw));
    const scaled = raw / Math.pow(10, exponent);
    let mantissa = scaled <= 1 ? 1 : scaled <= 2 ? 2 : scaled <= 5 ? 5 : 10;
    if (mantissa === 10) { mantissa = 1; exponent += 1; }
    const at = (index) => exponent < 0 ? index * mantissa / Math.pow(10, -exponent) : index * mantissa * Math.pow(10, exponent);
    const first = Math.ceil(low / at(1) - 1e-9);
    const last = Math.floor(high / at(1) + 1e-9);
    const magnitude = Math.floor(Math.log10(Math.max(Math.abs(at(first)), Math.abs(at(last)))));
    const label = (value) => {
      if (value === 0) return "0";
      if (magnitude < 5 && exponent > -5) return value.toFixed(Math.max(0, -exponent));
      return (value / Math.pow(10, magnitude)).toFixed(Math.max(0, magnitude - exponent)) + "e" + magnitude;
    };
    const found = [];
    for (let index = first; index <= last; index += 1) found.push({ value: at(index), label: label(at(index)) });
    return found;
  };

  // The first row that is not before a time.
  const search = (time) => {
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] < time) low = middle + 1; else high = middle;
    }
    return low;
  };

  const x = (time) => left + width * (time - range[0]) / (range[1] - range[0]);
  const round = (place) => Math.round(place * 100) / 100;

  // Smallest and largest value between two rows, with some room.
  const extent = (numbers, from, to) => {
    let low = Infinity;
    let high = -Infinity;
    for (const number of numbers) {
      for (let row = from; row <= to; row += 1) {
        const value = curves[number][row];
        if (value === null || value === undefined) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    if (low > high) return null;
    const size = Math.max(Math.abs(low), Math.abs(high));
    const half = high - low > 1e-12 * size ? 0 : size > 0 ? 0.1 * size : 1;
    const room = 0.04 * (high - low + 2 * half);
    return [low - half - room, high + half + room];
  };

  // A path: where rows are denser than a quarter of a pixel, lowest and highest of each column.
  const path = (values, from, to, y) => {
    let text = "";
    let pen = "M";
    const put = (row) => {
      text += pen + round(x(times[row])) + " " + round(y(values[row]));
      pen = "L";
    };
    for (let row = from; row <= to;) {
      if (values[row] === null) { pen = "M"; row += 1; continue; }
      const column = Math.floor(4 * x(times[row]));
      let end = row;
      while (end < to && values[end + 1] !== null && Math.floor(4 * x(times[end + 1])) === column) end += 1;
      if (end - row < 4) {
        for (let one = row; one <= end; one += 1) put(one);
      } else {
        let [lowest, highest] = [row, row];
        for (let one = row; one <= end; one += 1) {
          if (values[one] < values[lowest]) lowest = one;
          if (values[one] > values[highest]) highest = one;
        }
        put(row);
        put(Math.min(lowest, highest));
        put(Math.max(lowest, highest));
        put(end);
      }
      row = end + 1;
    }
    return text;
  };

  const fields = Array.from(plot.querySelectorAll("g.panel"));
  const cursors = panels.map((panel, index) => {
    const line = make("line", { class: "cursor", y1: panel.top, y2: panel.top + panel.height });
    fields[index].append(line);
    return line;
  });
  const chosen = make("rect", { class: "chosen", width: 0 });
  plot.append(chosen);

  const draw = () => {
    const from = Math.max(0, search(range[0]) - 1);
    const to = Math.min(times.length - 1, search(range[1]));
    const marks = ticks(range[0], range[1], Math.floor(width / 80));
    panels.forEach((panel, index) => {
      const isWhole = range[0] === whole[0] && range[1] === whole[1];
      const [low, high] = (isWhole ? null : extent(panel.curves, from, to)) || panel.range;
      const y = (value) => panel.top + panel.height * (high - value) / (high - low);
      const bottom = panel.top + panel.height;
      fields[index].querySelector(".values").replaceChildren(...ticks(low, high, Math.floor(panel.height / 36)).flatMap((tick) => [
        make("line", { class: tick.value === 0 ? "zero" : "", x1: left, x2: left + width, y1: round(y(tick.value)), y2: round(y(tick.value)) }),
        make("text", { class: "end", x: round(left - 6), y: round(y(tick.value) + 4) }, tick.label),
      ]));
      fields[index].querySelector(".times").replaceChildren(...marks.map((tick) =>
        make("line", { x1: round(x(tick.value)), x2: round(x(tick.value)), y1: panel.top, y2: bottom })));
      for (const number of panel.curves) {
        plot.querySelector(`[data-curve="${number}"]`).setAttribute("d", path(curves[number], from, to, y));
      }
    });
    const last = panels[panels.length - 1];
    plot.querySelector(".time-labels").replaceChildren(...marks.map((tick) =>
      make("text", { class: "middle", x: round(x(tick.value)), y: last.top + last.height + 18 }, tick.label)));
    point(cursor);
  };

  // Shows the values of a row.
  const point = (row) => {
    cursor = Math.min(Math.max(row, 0), times.length - 1);
    const at = x(times[cursor]);
    const inside = at >= left - 0.01 && at <= left + width + 0.01;
    for (const line of cursors) {
      line.setAttribute("x1", at);
      line.setAttribute("x2", at);
      line.setAttribute("visibility", inside ? "visible" : "hidden");
    }
    document.getElementById("time").textContent = Number(times[cursor].toPrecision(7)) + " s";
    for (const cell of document.querySelectorAll("[data-value]")) {
      const value = curves[cell.dataset.value][cursor];
      cell.textContent = value === null ? "" : String(Number(value.toPrecision(6)));
    }
  };

  const zoom = (from, to) => {
    const shortest = 1e-9 * Math.max(1, Math.abs(whole[0]), Math.abs(whole[1]));
    if (to - from < shortest) return;
    range = to - from >= whole[1] - whole[0] ? whole.slice() : [from, to];
    if (range[0] < whole[0]) range = [whole[0], whole[0] + to - from];
    if (range[1] > whole[1]) range = [whole[1] - (to - from), whole[1]];
    draw();
  };
  const scale = (factor, around) => zoom(around - (around - range[0]) * factor, around + (range[1] - around) * factor);
  const show = () => zoom(whole[0], whole[1]);
  const centre = () => (times[cursor] > range[0] && times[cursor] < range[1] ? times[cursor] : (range[0] + range[1]) / 2);

  const place = (event) => {
    const box = plot.getBoundingClientRect();
    const at = (event.clientX - box.left) * plot.viewBox.baseVal.width / box.width;
    const inside = Math.min(Math.max(at, left), left + width);
    return range[0] + (range[1] - range[0]) * (inside - left) / width;
  };
  const nearest = (time) => {
    const row = search(time);
    return row > 0 && (row === times.length || time - times[row - 1] < times[row] - time) ? row - 1 : row;
  };

  let start = null;
  plot.addEventListener("pointerdown", (event) => {
    if (event.button === 0) start = place(event);
  });
  plot.addEventListener("pointermove", (event) => {
    const time = place(event);
    point(nearest(time));
    if (start === null) return;
    const [from, to] = [Math.min(start, time), Math.max(start, time)];
    const last = panels[panels.length - 1];
    chosen.setAttribute("x", x(from));
    chosen.setAttribute("y", panels[0].top);
    chosen.setAttribute("width", x(to) - x(from));
    chosen.setAttribute("height", last.top + last.height - panels[0].top);
  });
  window.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const time = place(event);
    const [from, to] = [Math.min(start, time), Math.max(start, time)];
    start = null;
    chosen.setAttribute("width", 0);
    if (x(to) - x(from) > 4) zoom(from, to);
  });
  plot.addEventListener("dblclick", show);
  plot.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    scale(event.deltaY > 0 ? 1.25 : 0.8, place(event));
  }, { passive: false });
  plot.addEventListener("keydown", (event) => {
    const far = event.shiftKey ? Math.max(1, Math.round(times.length / 20)) : 1;
    const actions = {
      ArrowLeft: () => point(cursor - far),
      ArrowRight: () => point(cursor + far),
      Home: () => point(0),
      End: () => point(times.length - 1),
      Escape: show,
      "+": () => scale(0.8, centre()),
      "-": () => scale(1.25, centre()),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
  document.getElementById("zoom-in").addEventListener("click", () => scale(0.5, centre()));
  document.getElementById("zoom-out").addEventListener("click", () => scale(2, centre()));
  document.getElementById("whole").addEventListener("click", show);
  plot.setAttribute("tabindex", "0");
  point(cursor);
})();
