import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../step.mjs';

const checkout = fileURLToPath(root);

const markdownIn = (folder) =>
  readdirSync(join(checkout, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => normalize(join(folder, name)));

const libraries = ['libs', 'libs/adapters']
  .flatMap((parent) => readdirSync(join(checkout, parent)).map((name) => join(parent, name)))
  .filter((folder) => existsSync(join(checkout, folder, 'package.json')));

/** Every page of Markdown that is read: guides, the files of the top folder, and what describes packages. */
export const pages = ['.', 'docs', ...libraries].flatMap(markdownIn);

/** A page, with the line ends of Unix. */
export const textOf = (page) => readFileSync(join(checkout, page), 'utf8').replaceAll('\r\n', '\n');

/**
 * The code blocks of a page: where each is, its language, and what its fence says after that: `title` is the file that it
 * shows, `schema` the shape of its JSON, `noRun` the reason why it is only read.
 */
export function blocksOf(page) {
  const text = textOf(page);
  return [...text.matchAll(/^( *)```(\w*)((?: .*)?)\n((?:(?! *```).*\n)*) *```$/gm)].map((found) => {
    const [, indent, language, info, code] = found;
    const said = Object.fromEntries(
      Array.from(info.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, name, value]) => [name, value]),
    );
    return {
      at: `${page}:${text.slice(0, found.index).split('\n').length}`,
      page,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      title: said.title,
      schema: said.schema,
      noRun: said['no-run'],
    };
  });
}
