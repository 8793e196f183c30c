import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraries, readJson, workspace } from './libraries.mjs';
import { succeed } from './run.mjs';

const changesets = join(workspace, 'node_modules/@changesets/cli/bin.js');
const UNRELEASED = '## Unreleased\n';

/** In the order of the changelog, by how a changeset calls them. */
const kinds = [
  ['major', 'Changed'],
  ['minor', 'Added'],
  ['patch', 'Fixed'],
];

const asItem = (summary) => `- ${summary.trim().replaceAll('\n', '\n  ')}`;

/**
 * The changelog with what is not released yet below the heading of a version. Changes are added to the sections of
 * their kinds.
 */
export function withVersion(changelog, { version, date, changes }) {
  const at = changelog.indexOf(UNRELEASED);
  const [before, rest] =
    at === -1 ? splitAtVersions(changelog) : [changelog.slice(0, at), changelog.slice(at)];
  const end = /^## (?!Unreleased)/m.exec(rest)?.index ?? rest.length;
  let section = rest.slice(0, end).replace(UNRELEASED, '').trim();
  for (const [kind, title] of kinds) {
    const items = changes.filter((change) => change.kind === kind).map(({ summary }) => asItem(summary));
    if (items.length > 0) section = withItems(section, `### ${title}`, items.join('\n'));
  }
  return `${before}## ${version} – ${date}\n\n${section}\n\n${rest.slice(end)}`.trimEnd() + '\n';
}

function splitAtVersions(changelog) {
  const first = /^## /m.exec(changelog)?.index ?? changelog.length;
  return [`${changelog.slice(0, first).trimEnd()}\n\n`, changelog.slice(first)];
}

/** Puts items at the end of a section's part, which is made if there is none. */
function withItems(section, title, items) {
  const parts = section.split(/^(?=### )/m).map((part) => part.trimEnd());
  const index = parts.findIndex((part) => part.startsWith(`${title}\n`));
  if (index === -1) return [section, `${title}\n\n${items}`].filter((part) => part !== '').join('\n\n');
  return parts.with(index, `${parts[index]}\n${items}`).join('\n\n');
}

/** The names of the changesets that no version has yet. */
export const pendingIn = (folder) =>
  readdirSync(join(folder, '.changeset')).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** What a changeset says, with the largest of the kinds that the change has for a package. */
function changeIn(path) {
  const [, packages, summary] = readFileSync(path, 'utf8').split(/^---\r?\n/m);
  const kind = kinds.map(([name]) => name).find((name) => packages.includes(`: ${name}`));
  return { kind, summary };
}

/** Gives all packages of a checkout the version that its changesets ask for. Returns the version, `undefined` if there are none. */
export async function takeVersion(folder, date) {
  const changes = pendingIn(folder).map((name) => changeIn(join(folder, '.changeset', name)));
  if (changes.length === 0) return undefined;
  await succeed([changesets, 'version'], { cwd: folder });
  const { version } = readJson(join(folder, libraries[0].folder, 'package.json'));
  const path = join(folder, 'CHANGELOG.md');
  writeFileSync(path, withVersion(readFileSync(path, 'utf8'), { version, date, changes }));
  return version;
}

/** Why these packages cannot be published as one version. Their ranges of each other must be of it. */
export function versionFaults(published) {
  const [{ manifest: first }] = published;
  return published.flatMap(({ name, manifest }) => {
    const needed = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
    const own = needed.filter(([other]) => published.some((one) => one.name === other));
    return [
      ...(manifest.version === first.version
        ? []
        : [`${name} is ${manifest.version}, ${first.name} ${first.version}`]),
      ...own
        .filter(([, range]) => range !== `^${manifest.version}`)
        .map(([other, range]) => `${name} ${manifest.version} needs ${other} ${range}`),
    ];
  });
}
