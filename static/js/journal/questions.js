// @ts-check
// Questions to the Dungeon Master beside the story. Only the one who asks reads the answers; the page forgets them with the adventure.
import { json, sessionPath } from "../api.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { field, showRefusal } from "../form.js";
import { tongue } from "../prose.js";
import { app } from "../state.js";
import { QUESTIONS as T } from "../words/en/table/questions.js";
import { curly } from "../text.js";

/** As the server has it. */
const LIMIT = 2_000;

/** What was asked of which adventure, and what was answered. @type {{ id: string, items: { question: string, answer: string }[] }} */
let asked = { id: "", items: [] };

export async function openQuestions() {
  const id = app.get().session?.id;
  if (!id) return;
  if (asked.id !== id) asked = { id, items: [] };
  const { items } = asked;
  await stylesheet("/css/table/past.css");
  const list = h("dl", { class: "answers", "aria-live": "polite" });
  const words = h("textarea", { name: "text", rows: 2, maxlength: LIMIT, enterkeyhint: "send" });
  const go = h("button", { type: "submit", class: "primary" }, T.go);
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h("form", { novalidate: true }, field(T.question, words, T.hint), go, fault);
  openDialog(T.title, "box seek", list, form);

  /** @param {string} [pending] the question that is being answered */
  const draw = (pending) => {
    const shown = pending ? [...items, { question: pending, answer: T.thinking }] : items;
    fill(list, shown.flatMap(({ question, answer }) => [h("dt", {}, question), h("dd", {}, curly(answer, tongue))]));
    list.hidden = !shown.length;
    list.lastElementChild?.scrollIntoView({ block: "nearest" });
  };
  const ask = async () => {
    const question = words.value.trim();
    if (!question || go.disabled) return words.focus();
    fault.textContent = "";
    go.disabled = true;
    draw(question);
    try {
      const { answer } = await json("POST", sessionPath(id, "/ask"), { text: question });
      items.push({ question, answer });
      words.value = "";
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      go.disabled = false;
      draw();
      words.focus();
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask();
  });
  words.addEventListener("keydown", (event) => {
    if (event.isComposing || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    void ask();
  });
  draw();
  words.focus();
}
