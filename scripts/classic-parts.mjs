// A plugin of vite: makes each script of the app a classic one, which public/first-parts.js loads and runs. V8 compiles
// classic scripts once, when the service worker installs them, and keeps their code beside them; a module gets no code
// there, and each new process of the browser compiles it again, which was a third of the start on a slow phone.
//
// A part `import{a as b}from"./first.js";…;export{c as d}` becomes
// `defineParts("part.js",["first.js"],(loadPart,p0)=>{"use strict";const{a:b}=p0;…;return{d:c}})`.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseSync, Visitor } from "vite";

const DEFINE = "defineParts";
const LOAD = "loadPart";
const OWN_NAMES = /\b(p\d+\$|loadPart)(?![\w$])/;
/** Parts keep their names where only this file changes what is in them: devices would keep the old ones. */
const VERSION = createHash("sha256")
  .update(readFileSync(import.meta.filename))
  .digest("hex");
/** Packages where names of inner variables are meant, or that no other part imports. */
const LOOKED_AT = /\/node_modules\/(@babel\/runtime|chart\.js|fast-png|jspdf|workbox-window)\//;
const ENTRY_TAG = /<script type="module"[^>]*? src="(\/assets\/[^"]+)"><\/script>/g;

/** @returns {import("vite").Plugin} */
export function classicParts() {
  return {
    name: "classic-parts",
    apply: "build",
    enforce: "post",
    transform: {
      order: "post",
      filter: { id: /\.[cm]?[jt]sx?($|\?)/ },
      handler(code, id) {
        const changed = changedExports(id, code);
        if (changed.length > 0 && !LOOKED_AT.test(id))
          this.error(`${id} assigns to what it exports: ${changed.join(", ")}`);
      },
    },
    augmentChunkHash: () => VERSION,
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== "chunk") continue;
          const name = basename(part.fileName);
          part.code = classicScript(name, part.code);
          if (part.isEntry) part.code += `${LOAD}("${name}");`;
        }
      },
    },
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace(ENTRY_TAG, '<script defer src="$1"></script>'),
    },
  };
}

/**
 * One part as a classic script.
 *
 * @param {string} name of its file
 * @param {string} code a module that exports in lists only, as rolldown writes it
 * @throws where it does anything else that only a module can
 */
export function classicScript(name, code) {
  const { module, program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  if (OWN_NAMES.test(code)) throw new Error(`${name} has names of its own that parts are given`);
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
  return `${DEFINE}("${name}",${JSON.stringify(needs)},(${parameters})=>{"use strict";${body};return{${result}}});`;
}

function importedNames({ specifiers }, given) {
  if (specifiers.length === 0) return "";
  const [{ type, local }] = specifiers;
  if (type === "ImportNamespaceSpecifier") return `const ${local.name}=${given};`;
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
 * The names that a module exports and assigns to later. Parts hand out what their names hold once they have run, where
 * modules would hand out the names themselves. A name that is also that of an inner variable counts too.
 */
export function changedExports(id, code) {
  if (!code.includes("export")) return [];
  const { module, program } = parseSync(id, code);
  const exported = new Set(
    module.staticExports.flatMap(({ entries }) => entries.map(({ localName }) => localName.name)),
  );
  const constant = new Set(
    program.body.flatMap((statement) => {
      const { type, kind, declarations } = statement.declaration ?? statement;
      return type === "VariableDeclaration" && kind === "const"
        ? declarations.map(({ id: { name } }) => name)
        : [];
    }),
  );
  const changed = new Set();
  const note = ({ type, name }) => {
    if (type === "Identifier" && exported.has(name) && !constant.has(name)) changed.add(name);
  };
  const visitor = new Visitor({
    AssignmentExpression: ({ left }) => note(left),
    UpdateExpression: ({ argument }) => note(argument),
  });
  visitor.visit(program);
  return [...changed];
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
