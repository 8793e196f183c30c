import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagePage } from './api-pages.js';
import { contentsOf } from './contents.js';
import { checkout, docs } from './folders.js';
import { withSiteLinks } from './links.js';
import { packageFolders, pageOf } from './packages.js';

const READ_ALSO = {
  'README.md': 'readme.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'vulnerabilities.md',
};

/** The paths of the site's pages by those of the files that they are made of, both relative. */
function pagePaths() {
  const guides = readdirSync(docs).filter((name) => name.endsWith('.md'));
  return new Map([
    ...guides.map((name) => [`docs/${name}`, name]),
    ...Object.entries(READ_ALSO),
    ...packageFolders().map((folder) => [`${folder}/README.md`, `packages/${pageOf(folder)}.md`]),
  ]);
}

/** The groups of the site's menu: those of docs/index.md, and the packages. */
export function menu() {
  const packages = packageFolders().map((folder) => {
    const { name, description } = JSON.parse(readFileSync(join(checkout, folder, 'package.json'), 'utf8'));
    return { name: `packages/${pageOf(folder)}`, title: name, about: description };
  });
  return [...contentsOf(docs), { title: 'Packages', pages: packages }];
}

/** The paths of pictures, which pages of other folders show too. */
const picturePaths = () =>
  readdirSync(join(docs, 'pictures')).map((name) => [`docs/pictures/${name}`, `pictures/${name}`]);

/** All pages of the site, by their names, as Markdown with links to one another. */
export function pageTexts() {
  const pages = pagePaths();
  const targets = new Map([...pages, ...picturePaths()]);
  return [...pages].map(([file, page]) => {
    const text = page.startsWith('packages/')
      ? packagePage(dirname(file))
      : readFileSync(join(checkout, file), 'utf8');
    return {
      name: page.slice(0, -'.md'.length),
      text: withSiteLinks(text.replaceAll('\r\n', '\n'), file, targets),
    };
  });
}
