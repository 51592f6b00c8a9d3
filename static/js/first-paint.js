// @ts-check
// Runs before the page is drawn, so that a remembered theme does not flash the other one first. Not a module:
// modules wait for the document.
{
  let theme = null;
  try {
    theme = localStorage.getItem("embertale.theme");
  } catch {
    // A browser that remembers nothing follows the machine.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
