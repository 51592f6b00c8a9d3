// @ts-check
// Whether the server can be reached. The browser's own word is not enough: a machine without a network still
// reaches a server of its own.
import { app } from "./state.js";

async function look() {
  if (navigator.onLine) return app.set({ offline: false });
  try {
    await fetch("/healthz", { cache: "no-store" });
    app.set({ offline: false });
  } catch {
    app.set({ offline: !navigator.onLine });
  }
}

/** @param {() => void} onBack */
export function watchNetwork(onBack) {
  addEventListener("offline", () => void look());
  addEventListener("online", () => {
    void look();
    onBack();
  });
  void look();
}
