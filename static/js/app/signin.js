// @ts-check
// The sign-in, if the server requires one. The secret is sent to the server once and not stored here.
import { ApiError, get } from "../api.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { field, showFaults } from "../form.js";
import { app } from "../state.js";
import { SIGN_IN as T } from "../words/en/signin.js";

/** The door that a pasted link leads to, by its address on this page; nothing where it is a secret. @param {string} text */
export const doorOf = (text) => /#\/(?:join|host)\/\S+$/.exec(text)?.[0] ?? "";

/** @returns {Promise<boolean>} */
export async function askToSignIn() {
  // The question may come before the page knows how its server is shared.
  const info = app.get().info ?? (await /** @type {Promise<import("../types.js").Info | null>} */ (get("/api/info")).catch(() => null));
  return new Promise((resolve) => {
    let signedIn = false;
    const isShared = info?.share === "lan";
    const secret = h("input", { type: "password", name: "secret", autocomplete: "current-password", required: true });
    const go = h("button", { type: "submit", class: "primary" }, T.go);
    const form = h("form", { novalidate: true }, field(isShared ? T.link : T.secret, secret), h("div", { class: "row end" }, go));
    // What stands in the host’s own bar of addresses is no invitation, and looks like one.
    const isTable = /^#\/(s|watch)\//.test(location.hash);
    const why = [isShared ? T.shared : T.why, T.guest, isTable && T.address, isShared && T.host].filter(Boolean);
    const dialog = openDialog(T.title, "box", why.map((text) => h("p", {}, text)), form);
    secret.focus();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = secret.value.trim();
      if (!text) return void showFaults(form, [{ field: "secret", message: T.missing }]);
      const door = doorOf(text);
      if (door) return void (location.hash = door);
      if (/^https?:/.test(text)) return void showFaults(form, [{ field: "secret", message: T.wrongLink }]);
      go.disabled = true;
      try {
        await signIn(text);
        signedIn = true;
        dialog.close();
      } catch (error) {
        const wrong = error instanceof ApiError && error.status === 401;
        showFaults(form, [{ field: "secret", message: wrong ? (isShared ? T.wrongLink : T.wrong) : /** @type {Error} */ (error).message }]);
      } finally {
        go.disabled = false;
      }
    });
    dialog.addEventListener("close", () => resolve(signedIn));
  });
}

/** @param {string} secret */
export async function signIn(secret) {
  // Not through `json`: a wrong secret is a 401 too, and must not ask for a sign-in again.
  const response = await fetch("/api/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret }),
    credentials: "same-origin",
  });
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new ApiError({ ...problem, status: response.status, code: problem.code ?? "" }, 0);
  }
}
