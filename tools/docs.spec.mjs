import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { anchorOf } from '../apps/docs/build/anchors.js';
import { contentsOf } from '../apps/docs/build/contents.js';

const markdownIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => normalize(join(folder, name)));
const libraries = ['libs', 'libs/adapters'].flatMap((parent) =>
  readdirSync(parent).map((name) => join(parent, name)),
);
const pages = [
  '.',
  'docs',
  ...libraries.filter((folder) => existsSync(join(folder, 'package.json'))),
].flatMap(markdownIn);

const withoutCode = (text) => text.replaceAll(/```.*?```/gs, '').replaceAll(/`[^`\n]*`/g, '');
const linksOf = (text) => [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);

/** The anchors that GitHub generates for a page's headings. */
function anchorsOf(path) {
  const headings = readFileSync(path, 'utf8')
    .replaceAll(/```.*?```/gs, '')
    .matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, text]) => anchorOf(text));
}

/** By languages: each throws where code is none of its language. */
const readers = {
  sh: (code) => void execFileSync('sh', ['-n'], { input: code, stdio: 'pipe' }),
  bash: (code) => void execFileSync('bash', ['-n'], { input: code, stdio: 'pipe' }),
  json: (code) => void JSON.parse(code),
  ts: (code) => {
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext };
    const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true, compilerOptions });
    if (diagnostics.length > 0) throw new Error(diagnostics.map(({ messageText }) => messageText).join());
  },
};
readers.js = readers.ts;

/** The blocks of a page that cannot be read, each by its first line and the reason. */
function unreadableBlocks(page) {
  const blocks = readFileSync(page, 'utf8').matchAll(/^( *)```(\w*)(?!\w).*\n((?:.*\n)*?) *```$/gm);
  return [...blocks].flatMap(([, indent, language, code]) => {
    try {
      readers[language]?.(code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
      return [];
    } catch (error) {
      return [`${code.split('\n')[0]}: ${error.message}`];
    }
  });
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

  it.each(pages)('%s has no code that cannot be read as its language', (page) => {
    expect(unreadableBlocks(page)).toEqual([]);
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
    const [, tree] = readFileSync('docs/architecture.md', 'utf8').match(/```\n(libs\/\n.*?)```/s);
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
