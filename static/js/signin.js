// @ts-check
// The sign-in, where the server asks for one. The secret goes to the server once and is kept nowhere here.
import { ApiError, json } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { field, showFaults } from "./form.js";
import { H } from "./strings-home.js";

/** @returns {Promise<boolean>} */
export function askToSignIn() {
  return new Promise((resolve) => {
    let signedIn = false;
    const secret = h("input", { type: "password", name: "secret", autocomplete: "current-password", required: true });
    const go = h("button", { type: "submit", class: "primary" }, H.signIn.go);
    const form = h("form", { novalidate: true }, field(H.signIn.secret, secret), h("div", { class: "row end" }, go));
    const dialog = openDialog(H.signIn.title, "box", h("p", {}, H.signIn.why), form);
    secret.focus();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!secret.value.trim()) return void showFaults(form, [{ field: "secret", message: H.signIn.missing }]);
      go.disabled = true;
      try {
        await signIn(secret.value.trim());
        signedIn = true;
        dialog.close();
      } catch (error) {
        const wrong = error instanceof ApiError && error.status === 401;
        showFaults(form, [{ field: "secret", message: wrong ? H.signIn.wrong : /** @type {Error} */ (error).message }]);
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

/** Forgets the sign-in, and everything on the page with it. */
export async function signOut() {
  await json("POST", "/api/sign-out");
  location.assign("/");
}
