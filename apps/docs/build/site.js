import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { compressFolder } from '../../dashboard/build/compressed.js';
import { indexOf } from '../page/search.js';
import { documentOf } from './document.js';
import { built, checkout, described, docs, project } from './folders.js';
import { indexForPrograms } from './for-programs.js';
import { render } from './render.js';
import { menu, pageTexts } from './pages.js';

/** What is searched for is in guides, rather than in what describes code. */
const weightOf = (name) =>
  /^(?:packages\/|architecture|benchmarks|releasing|contributing|index)/.test(name) ? 0.2 : 1;

/** The sections of a page that are searched. Its first one is found by the page's name too, and by what the menu says of it. */
const sectionsOf = ({ name, headings }, entries) =>
  headings.map(({ id, title, text }, index) => {
    const { title: called = '', about = '' } = (index === 0 && entries.get(name)) || {};
    return {
      id: (name === 'index' ? '' : name) + (index === 0 ? '' : `#${id}`),
      name: index === 0 ? `${name} ${called}` : '',
      title,
      page: headings[0].title,
      text: `${about} ${text}`,
      weight: weightOf(name),
    };
  });

/** Writes a file with a digest in its name, and gives the name. */
function writeAsset(site, name, text) {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const path = `assets/${name.replace('.', `-${digest}.`)}`;
  writeFileSync(join(site, path), text);
  return path;
}

/** The program and the style of all pages, with the colours of the web page. */
async function writeAssets(site, pages, entries) {
  const options = { bundle: true, write: false, minify: true, format: 'esm', target: 'es2022' };
  const source = join(project, 'page/site.js');
  const { outputFiles } = await build({ ...options, entryPoints: [source], logLevel: 'warning' });
  const styles = [join(checkout, 'apps/dashboard/src/styles/tokens.css'), join(project, 'page/site.css')];
  return {
    script: writeAsset(site, 'site.js', outputFiles[0].text),
    style: writeAsset(site, 'site.css', styles.map((path) => readFileSync(path, 'utf8')).join('\n')),
    index: writeAsset(site, 'search.json', indexOf(pages.flatMap((page) => sectionsOf(page, entries)))),
  };
}

async function writeSite(site) {
  mkdirSync(join(site, 'assets'), { recursive: true });
  const pages = pageTexts().map(({ name, text }) => ({ name, text, ...render(text) }));
  const groups = menu();
  const entries = new Map(groups.flatMap((group) => group.pages.map((entry) => [entry.name, entry])));
  const assets = await writeAssets(site, pages, entries);
  for (const { name, text, html, headings } of pages) {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, `${name}.html`), documentOf({ name, html, headings, groups, assets }));
    writeFileSync(join(site, `${name}.md`), text);
  }
  cpSync(join(docs, 'pictures'), join(site, 'pictures'), { recursive: true });
  writeFileSync(join(site, 'llms.txt'), indexForPrograms());
  await compressFolder(site);
}

/** Builds the site into a folder of its own, then says that it is the one to serve. */
export async function buildSite(name) {
  const site = join(built, name);
  rmSync(site, { recursive: true, force: true });
  await writeSite(site);
  writeFileSync(`${described}.part`, JSON.stringify({ folder: name }));
  renameSync(`${described}.part`, described);
}
