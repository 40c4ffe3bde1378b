// The editor of the playground, from CodeMirror.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { modelica } from "@codemirror/legacy-modes/mode/modelica";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { xml } from "@codemirror/legacy-modes/mode/xml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.attributeName, tags.tagName, tags.typeName], color: "var(--name)" },
]);

const language = name => StreamLanguage.define(name.endsWith(".mo") ? modelica : name.endsWith(".urdf") ? xml : toml);

/**
 * An editor in `parent`. `changed` is called after each change, `moved` when the cursor has moved; `complete(text, at)` and `hover(text, at)` are
 * promises of options and of an element; places count characters of UTF-16.
 */
export function editor(parent, nonce, { changed, moved, complete, hover }) {
  const kind = new Compartment();
  let marked = false;
  const source = async context => {
    const word = context.matchBefore(/[\w.]*/);
    if (!context.explicit && word.from === word.to) return null;
    const answer = await complete(context.state.doc.toString(), context.pos);
    return answer && { from: answer.from, options: answer.options, validFor: /^[\w.]*$/ };
  };
  const tip = hoverTooltip(async (view, pos) => {
    const dom = await hover(view.state.doc.toString(), pos);
    return dom && { pos, above: true, create: () => ({ dom }) };
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: "",
      extensions: [
        EditorView.cspNonce.of(nonce), lineNumbers(), highlightActiveLine(), drawSelection(), history(), bracketMatching(), highlightSelectionMatches(),
        autocompletion({ override: [source] }), tip, lintGutter(), syntaxHighlighting(COLOURS), kind.of(language("a.toml")),
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...searchKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": "Model" }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) changed();
          if (update.docChanged || update.selectionSet) moved();
        }),
      ],
    }),
  });
  return {
    view,
    get text() { return view.state.doc.toString(); },
    get cursor() { return view.state.selection.main.head; },
    open(name, text) {
      // What is written next is undone by itself.
      const annotations = isolateHistory.of("full");
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, effects: kind.reconfigure(language(name)), selection: { anchor: 0 }, annotations });
    },
    /** Problems with lines and columns that count from 1, columns in characters. */
    mark(problems) {
      const { doc } = view.state;
      const place = (line, column) => {
        const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
        return from + [...text].slice(0, column - 1).join("").length;
      };
      const marks = problems.filter(problem => problem.line).map(problem => {
        const from = place(problem.line, problem.column), to = Math.max(place(problem.end_line, problem.end_column), from);
        const message = problem.help ? `${problem.message}\n${problem.help}` : problem.message;
        return { from, to, severity: problem.severity === "note" ? "info" : problem.severity, message };
      });
      if (marks.length || marked) view.dispatch(setDiagnostics(view.state, marks));
      marked = marks.length > 0;
    },
    show(line, column) {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from + column - 1 }, scrollIntoView: true });
      view.focus();
    },
  };
}
