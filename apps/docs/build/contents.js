import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = /^- \[([^\]]+)\]\(([\w-]+)\.md\): (.+)$/;

/**
 * The groups of pages, as docs/index.md lists them: `{ title, pages: [{ name, title, about }] }`. The menu of the site and
 * its index for programs are made of it.
 */
export function contentsOf(docs) {
  const [, ...sections] = readFileSync(join(docs, 'index.md'), 'utf8').split(/^## /m);
  const groups = sections.map((section) => {
    const [title, ...lines] = section.split('\n');
    const pages = lines.flatMap((line) => {
      const [, page, name, about] = ENTRY.exec(line) ?? [];
      return name === undefined ? [] : [{ name, title: page, about }];
    });
    return { title, pages };
  });
  return groups.filter(({ pages }) => pages.length > 0);
}
