// @ts-check
// Shows errors, with what the player can do. Always loaded, for when nothing else can be.
import { byId, fill, h } from "../dom.js";
import { app } from "../state.js";
import { S } from "../words/en.js";

/** Shows the trouble there is; a screen reader speaks it at once. */
export function watchTrouble() {
  const box = byId("trouble", HTMLElement);
  const dismiss = () => app.set({ trouble: null });
  app.watch(
    ({ trouble }) => trouble,
    (trouble) => {
      box.hidden = !trouble;
      box.classList.toggle("plain", trouble?.tone === "plain");
      if (!trouble) return fill(box);
      const actions = trouble.actions.map(({ label, run }) => {
        const press = () => {
          dismiss();
          run();
        };
        return h("button", { type: "button", onclick: press }, label);
      });
      const close = h("button", { type: "button", class: "quiet", onclick: dismiss, "aria-label": S.dismiss }, "✕");
      fill(box, h("p", {}, trouble.text), actions.length > 0 && h("div", { class: "row" }, actions), close);
    },
  );
}
