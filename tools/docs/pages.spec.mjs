import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { anchorOf } from '../../apps/docs/build/anchors.js';
import { contentsOf } from '../../apps/docs/build/contents.js';
import { pages } from './blocks.mjs';

const withoutCode = (text) => text.replaceAll(/```.*?```/gs, '').replaceAll(/`[^`\n]*`/g, '');
const linksOf = (text) => [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);

/** The anchors that GitHub generates for a page's headings. */
function anchorsOf(path) {
  const headings = readFileSync(path, 'utf8')
    .replaceAll(/```.*?```/gs, '')
    .matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, text]) => anchorOf(text));
}

function isBroken(page, link) {
  if (/^https?:/.test(link)) return false;
  const [path, anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
}

describe('the documentation', () => {
  it.each(pages)('%s has no broken link', (page) => {
    const links = linksOf(readFileSync(page, 'utf8'));
    expect(links.filter((link) => isBroken(page, link))).toEqual([]);
  });

  it('lists every page once, in the index that the site and programs have of them', () => {
    const listed = contentsOf('docs').flatMap((group) => group.pages.map(({ name }) => `docs/${name}.md`));
    const others = pages.filter((page) => dirname(page) === 'docs' && page !== 'docs/index.md');
    expect(listed.toSorted()).toEqual(others.toSorted());
  });

  it('describes every setting, and none that is not there', () => {
    const namesIn = (path, pattern) =>
      [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name]) => name);
    const known = namesIn('apps/server/src/settings/variables.ts', /^ {2}(CAIRN_[A-Z_]+):/gm);
    const described = namesIn('docs/configuration.md', /\*\*`(CAIRN_[A-Z_]+)`\*\*/g);
    expect(described.toSorted()).toEqual(known.toSorted());
  });

  it('draws the folders below `src`, and none that is not there', () => {
    const [, tree] = readFileSync('docs/architecture.md', 'utf8').match(/```text\n(libs\/\n.*?)```/s);
    // A line without a branch goes on with the one above.
    const projects = [...tree.matchAll(/[├└]── ([\w-]+)\/(.*src\/.*(?:\n[│ ]+[^\s├└│].*)*)/g)];
    const named = (text) =>
      text
        .split(/[^\w/-]+/)
        .filter((name) => name.endsWith('/'))
        .map((name) => name.slice(0, -1));
    const foldersIn = (path, recursive) =>
      readdirSync(path, { withFileTypes: true, recursive })
        .filter((entry) => entry.isDirectory() && entry.name !== '__snapshots__')
        .map(({ name }) => name);
    const faults = projects.flatMap(([, project, text]) => {
      const source = ['libs', 'libs/adapters', 'apps']
        .map((parent) => join(parent, project, 'src'))
        .find((path) => existsSync(path));
      const drawn = named(text.slice(text.indexOf('src/') + 'src/'.length).replaceAll(/[├└]──.*/g, ''));
      const [all, first] = [foldersIn(source, true), foldersIn(source, false)];
      return [
        ...drawn.filter((name) => !all.includes(name)).map((name) => `${source}/${name} is not there`),
        ...first.filter((name) => !drawn.includes(name)).map((name) => `${source}/${name} is not drawn`),
      ];
    });
    expect(projects.length).toBeGreaterThan(10);
    expect(faults).toEqual([]);
  });

  it('names tests that there are', () => {
    const [, section] = readFileSync('docs/delivery.md', 'utf8').split('## Mistakes of image servers');
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    const named = rows.flatMap((row) =>
      [...row.split('|')[2].matchAll(/`([^`]{20,})`/g)].map(([, name]) => name),
    );
    const tests = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .filter((name) =>
          /^(?!.*(?:node_modules|dist)\/)(?:.*\.(?:spec|rules|contract)|server-e2e\/src\/.*)\.ts$/.test(name),
        )
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    const all = tests
      .join('\n')
      .replaceAll('%s', 'jpeg')
      .replaceAll('${UPLOADS}', '50')
      .replaceAll('${QUOTA}', '10');
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !all.includes(name))).toEqual([]);
  });

  it('has a README that is read in one go', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(151);
  });
});
