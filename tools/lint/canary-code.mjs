import { arrows } from './arrows.mjs';
import { allowance, arrowsOf } from './boundaries.mjs';

/** A library without tags that exists only while the canaries are linted. */
export const UNTAGGED = { name: 'canary', root: 'libs/__canary__', packageName: '@cairn/canary' };

const npmPackages = arrows
  .flatMap(({ packages = [], tests }) => [...Object.values(packages).flat(), ...(tests?.packages ?? [])])
  .filter((name) => !name.startsWith('node:'))
  .map((name) => name.replace('/*', '/common'));

/** What every canary imports besides the projects: everything that any row allows, and some that none does. */
export const packages = [...new Set(npmPackages), 'node:assert', 'node:fs', 'fs', 'eslint', 'multer'];

/** Whether `project` may import `target`: another project, a Node built-in or a declared package. */
export function isAllowed({ project, target, inTests }) {
  const rows = arrowsOf(project).map((arrow) => allowance(arrow, project, inTests));
  if (target.tags !== undefined) {
    return (
      target.isImportable &&
      rows.length > 0 &&
      rows.every(({ to }) => to.some((tag) => target.tags.includes(tag)))
    );
  }
  if (!target.startsWith('node:') && !project.declared.includes(target)) return false;
  const matches = (name) => name === target || (name.endsWith('*') && target.startsWith(name.slice(0, -1)));
  const lists = rows.flatMap((row) => (row.packages === undefined ? [] : [row.packages]));
  return lists.length > 0 && lists.every((names) => names.some(matches));
}

/** Code that kernel, algorithm and domain libraries must not contain. */
const impureCode = [
  'export const a = new Date();',
  'export const b = Date();',
  'export const c = Date.now();',
  'export const d = Math.random();',
  'export const { random } = Math;',
  'export const e = process.pid;',
  'export const f = Buffer.alloc(1);',
  'export const g = fetch;',
  'console.log(1);',
  'setTimeout(() => undefined, 1);',
  'export const h = globalThis;',
  'export const i = crypto;',
  "export const j = import('node:fs');",
  "export const k = JSON.parse('1') as number;",
  '@sealed export class L {}',
].map((code) => ({ code, rules: /^no-restricted-(syntax|globals|properties)$/ }));

const syntax = /^no-restricted-syntax$/;

/** Code that no project may contain, with the rule that rejects it. */
const untidyCode = [
  ["export * from './other.js';", syntax],
  ['export default 1;', syntax],
  ['export function a(flag: boolean): boolean { return flag; }', syntax],
  ["export const b = import(String('node:fs'));", syntax],
  ['export const c = { synchronize: true };', syntax],
  ['export const d = (db: Db, id: string) => db.query(`SELECT ${id}`);', syntax],
  ["export const e = (db: Db, id: string) => db.query('SELECT ' + id);", syntax],
  ['export const f = (db: Db, key: string) => db.orderBy(key);', syntax],
  ["export type G = import('@cairn/kernel').Clock;", /consistent-type-imports$/],
  ["import { Clock as H } from '@cairn/kernel';", /consistent-type-imports$/],
  ["import I = require('@cairn/kernel');", /no-require-imports$/],
  ["import '@cairn/kernel/src/clock.js';", /no-restricted-imports$/],
  ["import '../../../kernel/src/index.js';", /enforce-module-boundaries$/],
  ["export { Catalog } from '@cairn/composition';", /enforce-module-boundaries$/],
  ["export const j = import('@cairn/composition');", /enforce-module-boundaries$/],
  ['export const k: any = 1;', /no-explicit-any$/], // a sample for lint to reject: proves that `any` is forbidden
  ['export const l = [1][0]!;', /no-non-null-assertion$/],
  ['export const m = (a: 1, b: 2, c: 3, d: 4, e: 5) => [a, b, c, d, e];', /max-params$/],
  ['export const s = { ...{ a: 1, b: 2 } };', syntax],
  ['export const t = (a: 1, ...[b, c]: [2, 3]) => [a, ...[b, c]];', syntax],
  ['Promise.resolve();', /no-floating-promises$/],
  ["export const n = (o: 'a' | 'b') => { switch (o) { case 'a': } };", /switch-exhaustiveness-check$/],
  ['export const p: any = 1; // eslint-disable-line', /no-explicit-any$/], // a sample: comments do not switch rules off
  ['export const q = /^(?:a+)+$/;', /no-super-linear-backtracking$/],
  ['export const r = /a+$/;', /no-super-linear-move$/],
].map(([code, rules]) => ({ code, rules }));

const waits = /^tests\/no-bare-timers$/;

/** Waiting by the clock, which tests must not. */
const waitingCode = [
  "import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';",
  "import * as timers from 'node:timers';",
  "export const later = import('node:timers');",
  'export const a = new Promise((resolve) => setTimeout(resolve, 5));',
  'setInterval(() => undefined, 5);',
  'globalThis.setTimeout(() => undefined, 5);',
  'export const b = AbortSignal.timeout(5);',
  'export const c = setTimeout;',
  'export const d = (page: Page) => page.waitForTimeout(5);',
].map((code) => ({ code, rules: waits }));
const waitsAllowed = waitingCode.map(({ code, rules }) => ({ code, harmless: rules }));

/** Code that looks like it. */
const harmlessCode = [
  "import { setImmediate as next } from 'node:timers/promises';",
  'jest.setTimeout(5);',
  'export const e = (request: ClientRequest) => request.setTimeout(5);',
  'export const f = { setTimeout: globalThis.setTimeout };',
].map((code) => ({ code, harmless: waits }));

const declarations = [{ code: 'interface Db { query(sql: string): void; orderBy(key: string): H }' }];

const isPure = ({ tags }) =>
  ['type:kernel', 'type:algorithm', 'type:domain'].some((tag) => tags.includes(tag));

/** The files to write into a project. Each line names what it imports or the rule that rejects it. */
export function canariesOf(project, projects) {
  const imports = [...projects.filter(({ name }) => name !== project.name), ...packages].map((target) => ({
    code: `import '${target.packageName ?? target}';`,
    target,
  }));
  return {
    '__canary__.ts': imports,
    '__canary__.spec.ts': imports,
    ...(isPure(project) && { '__canary__.impure.ts': impureCode }),
    ...(project.name === 'adapter-typeorm' && {
      'src/__canary__.ts': [...untidyCode, ...declarations],
      '__canary__.waits.spec.ts': [...waitingCode, ...harmlessCode],
      '__canary__.waits.spec.kit.ts': waitingCode,
      '__canary__.waits.alone.spec.ts': waitsAllowed,
      '__canary__.waits.priority.spec.ts': waitsAllowed,
    }),
    ...(project.name === 'server-e2e' && { 'src/__canary__.waits.ts': waitingCode }),
  };
}
