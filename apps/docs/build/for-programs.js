import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docs } from './folders.js';
import { menu } from './pages.js';

/** What follows the first heading of docs/index.md. */
function introduction() {
  const [, text = ''] = /^# [^\n]+\n\n([^]*?)\n\n/.exec(readFileSync(join(docs, 'index.md'), 'utf8')) ?? [];
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

/** An index of the pages for programs (llmstxt.org). It is served beside the folder of the site. */
export function indexForPrograms() {
  const groups = menu().map(({ title, pages }) =>
    [
      `## ${title}`,
      '',
      ...pages.map((page) => `- [${page.title}](docs/${page.name}.md): ${page.about}`),
    ].join('\n'),
  );
  return `${['# Cairn', `> ${introduction()}`, ...groups].join('\n\n')}\n`;
}
