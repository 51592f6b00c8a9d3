// Stands in for modules that need a page.
import { register } from "node:module";

/** Whatever folders the modules lie in; a test itself gets the module it names. @param {Record<string, string>} sources by a module's name */
export function standIn(sources) {
  const urls = Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, `data:text/javascript,${encodeURIComponent(source)}`]));
  const hook = `const urls = ${JSON.stringify(urls)};
    export const resolve = (path, context, next) => {
      const url = /\\/(static|words)\\//.test(path) ? null : urls[/^\\.[./].*?([\\w-]+)\\.js$/.exec(path)?.[1]];
      return url ? { url, shortCircuit: true } : next(path, context);
    };`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
