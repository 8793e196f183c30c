import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../files.mjs';
import { libraries, workspace } from './libraries.mjs';

const [BEGIN, END] = ['<!-- use cases -->', '<!-- end of use cases -->'];

/** The first sentence of a comment. A dot within code, or in a number, ends none. */
function firstSentence(comment) {
  const text = comment
    .replaceAll(/^\s*\*? ?/gm, '')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [sentence = text] = /^.*?\.(?= [A-Z@`]|$)/.exec(text) ?? [];
  return sentence.replaceAll('|', '\\|');
}

/** The use cases that a library exports, in the order of their names: classes that name their ports. */
function useCasesOf({ folder }) {
  const exported = readFileSync(join(workspace, folder, 'src/index.ts'), 'utf8');
  return filesIn(join(workspace, folder, 'src'))
    .filter((path) => path.endsWith('.ts') && !path.includes('.spec.'))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const classes = text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport class (\w+)[ <][^{]*\{(?=\s*(?:\/\*\*(?:(?!\*\/)[^])*\*\/\s*)?static readonly ports\b)/g); // prettier-ignore
      return [...classes].map(([, comment, name]) => ({ name, does: firstSentence(comment) }));
    })
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(exported))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The README of a library as it should be: with its use cases, by what their comments say. `undefined` if it has none. */
function readmeWith(library) {
  const useCases = useCasesOf(library);
  if (useCases.length === 0) return undefined;
  const rows = useCases.map(({ name, does }) => `| \`${name}\` | ${does} |`);
  const table = ['| use case | what it does |', '| - | - |', ...rows].join('\n');
  const text = readFileSync(join(workspace, library.folder, 'README.md'), 'utf8');
  const [before, , after] = text.split(new RegExp(`${BEGIN}|${END}`));
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

/** The READMEs of libraries with use cases, by path, each as it should be. */
export async function useCaseReadmes() {
  const prettier = await import('prettier');
  const config = await prettier.resolveConfig(join(workspace, 'README.md'));
  const readmes = libraries.flatMap((library) => {
    const text = readmeWith(library);
    return text === undefined ? [] : [[join(workspace, library.folder, 'README.md'), text]];
  });
  return new Map(
    await Promise.all(
      readmes.map(async ([path, text]) => [
        path,
        await prettier.format(text, { ...config, parser: 'markdown' }),
      ]),
    ),
  );
}

/** Writes them. */
export async function recordUseCases() {
  for (const [path, text] of await useCaseReadmes()) writeFileSync(path, text);
}
