// @ts-check
// Runs before the page is drawn: a remembered theme or size must not flash the other one first, and the modules of
// the view that the address names are asked for together, not one behind the other. Not a module: modules wait for
// the document.
{
  for (const name of ["theme", "size"]) {
    try {
      document.documentElement.dataset[name] = localStorage.getItem(`embertale.${name}`) ?? "";
    } catch {
      // A browser that remembers nothing has the page as it comes.
    }
  }
  const views = {
    home: "home",
    table:
      "announcer changes composer dice follow header keymap keys leaves log markdown memory play prose panels reread sse statusline table tabsync trouble turnstream turnview",
  };
  for (const name of views[location.hash.startsWith("#/s/") ? "table" : "home"].split(" ")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/js/${name}.js`;
    document.head.append(link);
  }
}
