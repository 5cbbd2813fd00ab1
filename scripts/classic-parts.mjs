// A plugin of vite: makes each script of the app a classic one, which public/first-parts.js loads and runs. V8 compiles
// classic scripts once, when the service worker installs them, and keeps their code beside them. A module gets no code
// there: each new process of the browser would compile it again, an eighth of the start.
//
// A part `import{a as b}from"./first.js";…;export{c as d}` becomes
// `definePart("part.js",["first.js"],((loadPart,p0$)=>{"use strict";const{a:b}=p0$;…;return{d:c}}))`.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseSync, Visitor } from "vite";

const DEFINE = "definePart";
const LOAD = "loadPart";
/**
 * The names of the parameters that the plugin adds to each part. A part with a variable of such a name is refused, because
 * the variable would hide the parameter.
 */
const OWN_NAMES = /\b(p\d+\$|loadPart)(?![\w$])/;
/** A comment in a classic script, and none in a module. */
const HTML_COMMENT = /<!--|^\s*-->/m;
/**
 * Part of each name's hash. Otherwise a change of this file alone would leave the names of parts as they are, and devices
 * would keep the old parts.
 */
const VERSION = createHash("sha256")
  .update(readFileSync(import.meta.filename))
  .digest("hex");
const ENTRY_TAG = /<script type="module"[^>]*? src="(\/assets\/[^"]+)"><\/script>/g;

/** @returns {import("vite").Plugin} */
export function classicParts() {
  return {
    name: "classic-parts",
    apply: "build",
    enforce: "post",
    renderChunk: {
      order: "post",
      // Before names are shortened. Afterwards inner variables have the names of exports, and would be taken for them.
      handler(code, { name }) {
        const changed = changedExports(name, code);
        if (changed.length > 0) this.error(`${name} assigns to what it exports: ${changed.join(", ")}`);
      },
    },
    augmentChunkHash: () => VERSION,
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== "chunk") continue;
          refuseCycles(bundle, part.fileName);
          const name = basename(part.fileName);
          part.code = classicScript(name, part.code);
          if (part.isEntry) part.code += `${LOAD}("${name}");`;
        }
      },
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { path }) {
        if (path !== "/index.html") return html;
        const tags = html.match(ENTRY_TAG) ?? [];
        if (tags.length !== 1) throw new Error(`index.html has ${tags.length} entries`);
        // Without a priority a deferred script comes after the parts that need it.
        return html.replace(ENTRY_TAG, '<script defer fetchpriority="high" src="$1"></script>');
      },
    },
  };
}

/** @throws where a part needs itself, directly or through others: the page would load it without end */
function refuseCycles(bundle, fileName, above = []) {
  if (above.includes(fileName)) throw new Error(`parts need each other: ${[...above, fileName].join(", ")}`);
  for (const needed of bundle[fileName]?.imports ?? []) refuseCycles(bundle, needed, [...above, fileName]);
}

/**
 * One part as a classic script.
 *
 * @param {string} name of its file
 * @param {string} code a module that exports in lists only, as rolldown writes it
 * @throws where it does anything else that only a module can
 */
export function classicScript(name, code) {
  const { module, program } = parsed(name, code);
  if (OWN_NAMES.test(code)) throw new Error(`${name} has names of its own that parts are given`);
  if (HTML_COMMENT.test(code)) throw new Error(`${name} holds what a classic script takes for a comment`);
  const imports = program.body.filter(({ type }) => type === "ImportDeclaration");
  const exports = program.body.filter(({ type }) => type.startsWith("Export"));
  const needs = [...new Set(imports.map(({ source }) => partName(source.value)))];
  const given = ({ value }) => `p${needs.indexOf(partName(value))}$`;
  const body = edited(code, [
    ...imports.map((found) => ({ ...found, text: importedNames(found, given(found.source)) })),
    ...exports.map((found) => ({ ...found, text: "" })),
    ...module.dynamicImports.map((found) => ({ ...found, text: `${LOAD}("${askedPart(code, found)}")` })),
    ...module.importMetas.map((found) => ({ ...found, text: "({url:location.href})" })),
  ]);
  const parameters = [LOAD, ...needs.map((_, at) => `p${at}$`)].join();
  const result = exports.flatMap(exportedNames).join();
  // V8 compiles a function in parentheses at once. Without them it parses the function twice, the second time at the call.
  const made = `((${parameters})=>{"use strict";${body}\n;return{${result}}})`;
  const script = `${DEFINE}("${name}",${JSON.stringify(needs)},${made});`;
  parsed(name, script, "script");
  return script;
}

function parsed(name, code, sourceType = "module") {
  const result = parseSync(name, code, { sourceType });
  if (result.errors.length > 0) throw new Error(`${name}: ${result.errors[0].message}`);
  return result;
}

function importedNames({ specifiers }, given) {
  if (specifiers.length === 0) return "";
  const whole = specifiers.find(({ type }) => type === "ImportNamespaceSpecifier");
  if (whole !== undefined && specifiers.length > 1) throw new Error("a part imports all and more");
  if (whole !== undefined) return `const ${whole.local.name}=${given};`;
  const names = specifiers.map(({ imported, local: { name } }) => `${imported?.name ?? "default"}:${name}`);
  return `const{${names.join()}}=${given};`;
}

function exportedNames({ type, declaration, source, specifiers }) {
  if (type !== "ExportNamedDeclaration" || declaration !== null || source !== null)
    throw new Error("a part exports otherwise than in a list");
  return specifiers.map(({ local, exported }) => `${exported.name}:${local.name}`);
}

function askedPart(code, { moduleRequest: { start, end } }) {
  return partName(code.slice(start + 1, end - 1));
}

/**
 * The names that a part exports and assigns to later. A part hands out what its names hold once it has run, where a
 * module would hand out the names themselves. A name that is also that of an inner variable counts too.
 */
export function changedExports(name, code) {
  const { module, program } = parsed(`${name}.js`, code);
  const exported = new Set(
    module.staticExports.flatMap(({ entries }) => entries.map(({ localName }) => localName.name)),
  );
  const changed = new Set();
  const note = (target) => {
    for (const assigned of namesIn(target)) if (exported.has(assigned)) changed.add(assigned);
  };
  const visitor = new Visitor({
    AssignmentExpression: ({ left }) => note(left),
    UpdateExpression: ({ argument }) => note(argument),
    ForInStatement: ({ left }) => note(left),
    ForOfStatement: ({ left }) => note(left),
  });
  visitor.visit(program);
  return [...changed];
}

/** The names that an assignment to this pattern sets; of an expression such as `a.b` none. */
function namesIn(target) {
  if (target === null) return [];
  if (target.type === "Identifier") return [target.name];
  if (target.type === "ArrayPattern") return target.elements.flatMap(namesIn);
  if (target.type === "ObjectPattern")
    return target.properties.flatMap((held) => namesIn(held.value ?? held));
  if (target.type === "AssignmentPattern") return namesIn(target.left);
  return target.type === "RestElement" ? namesIn(target.argument) : [];
}

function partName(address) {
  if (!/^\.\/[\w-]+\.js$/.test(address)) throw new Error(`${address} is no part`);
  return address.slice(2);
}

function edited(code, edits) {
  let text = "";
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return text + code.slice(from);
}
