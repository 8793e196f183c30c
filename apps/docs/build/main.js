import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, fingerprint } from '../../../tools/files.mjs';
import { built, checkout, described, docs, project } from './folders.js';
import { packageFolders } from './packages.js';

/** Changes with what the site is built of; the comments in the sources of packages alone do not count. */
function version() {
  const packages = packageFolders().flatMap((folder) =>
    readdirSync(join(checkout, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(checkout, folder, name)),
  );
  const own = ['build', 'page'].flatMap((name) => filesIn(join(project, name)));
  const others = [
    'package-lock.json',
    'apps/dashboard/src/styles/tokens.css',
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ];
  return fingerprint([...filesIn(docs), ...own, ...packages, ...others.map((name) => join(checkout, name))]);
}

/** The one that was served before stays: a server that runs goes on with it until it finds the next one. */
function removeBut(kept) {
  const sites = readdirSync(built).filter((each) => each.startsWith('site-') && !kept.includes(each));
  for (const each of sites) rmSync(join(built, each), { recursive: true, force: true });
}

// Builds the site into dist, from where the server serves it, if what it is made of has changed.
mkdirSync(built, { recursive: true });
const name = `site-${version().slice(0, 12)}`;
const before = existsSync(described) ? JSON.parse(readFileSync(described, 'utf8')).folder : undefined;
if (before !== name) {
  const { buildSite } = await import('./site.js'); // loads what takes a second
  await buildSite(name);
  removeBut([name, before]);
}
