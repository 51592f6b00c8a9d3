// @ts-check
// Runs before the page is drawn: a remembered theme or size must not flash the other one first, and what the view that
// the address names is made of is asked for together, not one behind the other. Not a module: modules wait for the
// document. The page that stands in where no server answers takes only theme, size and language from here.
all: {
  const root = document.documentElement;
  // Until a theme is chosen the page is dark at night, too: a system that nobody has asked says it prefers light.
  const hour = new Date().getHours();
  root.dataset.theme = hour < 6 || hour > 19 ? "dark" : "";
  for (const name of ["theme", "size", "pace", "language"]) {
    try {
      root.dataset[name] = localStorage.getItem(`embertale.${name}`) ?? root.dataset[name] ?? "";
    } catch {
      // A browser that remembers nothing has the page as it comes.
    }
  }
  // As it was chosen, or the first language of the browser's that the page speaks.
  const tongue = root.dataset.language || navigator.languages.find((one) => /^(de|en)\b/.test(one));
  if (tongue?.startsWith("de")) root.lang = "de";
  // The stand-in names its own parts.
  if (document.currentScript?.hasAttribute("data-stand-in")) break all;
  // Without its modules the page can't say anything itself.
  addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      /** @param {string} id @param {boolean} hidden */
      const hide = (id, hidden) => document.getElementById(id)?.toggleAttribute("hidden", hidden);
      hide("home-body", true);
      hide("broken", false);
    },
    true,
  );
  // Written by tests/page/lists.mjs. `wide`: beside the story, where there is room for it, stands the hero.
  const views = {
    home: "home/home words/en/home",
    author: "author/author author/authorbox author/authorcount author/authordesk memory words/en/author/author",
    rules: "memory rules/rules rules/rulesaddress rules/rulesask rules/ruleslist words/en/rules",
    table: "announcer lib/follow markdown memory prose table/arrival table/composer table/header table/keymap table/panels table/statusline table/table table/trouble turn/changes turn/dice turn/leaves turn/log turn/playing turn/turnview",
    wide: "art hero/hero hero/heropanel lib/pieces words/en/hero",
  };
  const { hash } = location;
  // Rules that lie beside a story stand at its table.
  const view = hash.startsWith("#/s/") || history.state?.beside ? "table" : hash.startsWith("#/rules") ? "rules" : hash.startsWith("#/author/") ? "author" : "home";
  const isWide = view === "table" && matchMedia("(min-width: 64rem)").matches;
  /** @param {Record<string, string>} attributes */
  const ask = (attributes) => {
    const link = Object.assign(document.createElement("link"), attributes);
    // One that can't be had stands in nobody's way who asks again.
    link.onerror = () => link.remove();
    document.head.append(link);
  };
  // A table is shown once it is laid, with its style; until then a line is enough, and need not wait.
  // The server rewrites literal addresses to BASE_PATH, so the address must be a literal here.
  ask({ rel: "stylesheet", href: "/css/home.css".replace(/home(?=\.css$)/, view), blocking: view === "home" ? "render" : "" });
  // Where little is seen at once, by how large all is set, it is laid out otherwise; also when that is set only now.
  const narrow = matchMedia("(max-width: 19.99rem), (max-height: 22rem) and (pointer: fine)");
  const fit = () => narrow.matches && ask({ rel: "stylesheet", href: "/css/narrow.css", media: narrow.media });
  narrow.onchange = fit;
  fit();
  const names = `${views[view]} ${isWide ? views.wide : ""}`.trim().split(" ");
  // Whatever is said at first is said in German too.
  if (root.lang === "de") names.push("german", "words/de", ...names.filter((name) => /^words/.test(name)).map((name) => name.replace("/en", "/de")));
  for (const name of names) ask({ rel: "modulepreload", href: `/js/${name}.js` });
}
