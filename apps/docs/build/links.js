import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { checkout } from './folders.js';

/** Fenced blocks, which stay as they are. */
const BLOCK = /(^ *```[^]*?^ *```)/m;
const LINK = /(!?\[[^[\]]*\])\(([^)\s]+)\)/g;

const isAddress = (target) => /^(?:[a-z]+:|#)/.test(target);

/**
 * Markdown of a file of the checkout as that of a page of the site: a link to a file that is a page leads to the page, one
 * to any other file is that file's name. `pages` has the paths of pages by those of files.
 */
export function withSiteLinks(text, file, pages) {
  const from = dirname(pages.get(file));
  const linked = (whole, label, target) => {
    if (isAddress(target)) return whole;
    const [path, anchor] = target.split('#');
    const found = join(dirname(file), path);
    const page = pages.get(found) ?? pages.get(join(found, 'README.md'));
    if (page !== undefined)
      return `${label}(${relative(from, page).split(sep).join('/')}${anchor === undefined ? '' : `#${anchor}`})`;
    if (label.startsWith('!')) return whole;
    const name = label.slice(1, -1);
    return existsSync(join(checkout, found)) && !name.includes('`') ? `${name} (\`${found}\`)` : name;
  };
  return text
    .split(BLOCK)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(LINK, linked)))
    .join('');
}
