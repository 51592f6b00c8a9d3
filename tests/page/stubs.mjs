// Stands in for modules that need a page.
import { register } from "node:module";

/** @param {Record<string, string>} sources by module name, what stands in its place */
export function standIn(sources) {
  const urls = Object.fromEntries(Object.entries(sources).map(([name, source]) => [`./${name}.js`, `data:text/javascript,${encodeURIComponent(source)}`]));
  const hook = `const urls = ${JSON.stringify(urls)};
    export const resolve = (name, context, next) => (urls[name] ? { url: urls[name], shortCircuit: true } : next(name, context));`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
