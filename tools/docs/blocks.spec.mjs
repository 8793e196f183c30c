import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { root } from '../step.mjs';
import { blocksOf, pages, textOf } from './blocks.mjs';
import { allBlocks, checkOf } from './checks.mjs';

const checkout = fileURLToPath(root);

/** By languages: each throws where code is none of its language. */
const readers = {
  sh: (code) => void execFileSync('sh', ['-n'], { input: code, stdio: 'pipe' }),
  json: (code) => void JSON.parse(code),
};

/** What is wrong with a block's code. */
function faultOf({ language, code }) {
  try {
    readers[language]?.(code);
    return undefined;
  } catch (error) {
    return error.message;
  }
}

describe('the code of the documentation', () => {
  it('is seen whole: each fence opens or closes a block', () => {
    const fences = pages.map((page) => [page, textOf(page).match(/^ *```/gm)?.length ?? 0]);
    expect(fences).toEqual(pages.map((page) => [page, 2 * blocksOf(page).length]));
  });

  it('can be read as its language where it is not run', () => {
    const faults = allBlocks()
      .filter(({ noRun }) => noRun !== undefined)
      .flatMap((block) => faultOf(block) ?? []);
    expect(faults).toEqual([]);
  });

  it('is checked, every block of it, by a suite that there is', () => {
    const unchecked = allBlocks().filter((block) => checkOf(block) === undefined);
    expect(unchecked.map(({ at, language }) => `${at} ${language}`)).toEqual([]);
    const suites = new Set(
      allBlocks()
        .map(checkOf)
        .filter((suite) => suite.endsWith('.mjs') || suite.endsWith('.ts')),
    );
    expect([...suites].filter((suite) => !existsSync(checkout + suite))).toEqual([]);
  });

  it('takes from the environment what the index names, or the page itself sets', () => {
    const named = new Set(
      [...textOf('docs/index.md').matchAll(/`([A-Z_]+)`(?=[^\n|]*\|.*\|)/g)].map(([, name]) => name),
    );
    const faults = pages.flatMap((page) => {
      const blocks = blocksOf(page).filter((block) => checkOf(block)?.endsWith('commands.full.spec.mjs'));
      const code = blocks.map((block) => block.code).join('\n');
      const set = new Set(Array.from(code.matchAll(/(?:^|\s)([A-Z_]+)=/gm), ([, name]) => name));
      const taken = Array.from(code.matchAll(/\$\{?([A-Z_]+)/g), ([, name]) => name);
      return taken.filter((name) => !set.has(name) && !named.has(name)).map((name) => `${page}: ${name}`);
    });
    expect(faults).toEqual([]);
  });

  it('names scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(`${checkout}package.json`, 'utf8'));
    const names = allBlocks()
      .filter(({ language }) => language === 'sh')
      .flatMap(({ code }) =>
        Array.from(
          code.matchAll(/npm (?:run (?:--silent )?(\w[\w:-]*)|(start|test))/g),
          ([, name, own]) => name ?? own,
        ),
      );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});
