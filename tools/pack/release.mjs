import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmScript } from '../install.mjs';
import { publintMessages, typeProblems } from './checks.mjs';
import { inDependencyOrder, workspace } from './libraries.mjs';
import { buildLibraries, keepIn, packages } from './pack.mjs';
import { node, npm } from './run.mjs';
import { pendingIn, versionFaults } from './versions.mjs';

// Makes what may be published: checks versions, builds and packs every library, checks the packages, and puts them into a
// folder with their checksums. With `--publish` they are published, each after those that it depends on; with `--dry-run`
// npm does all of that but the upload. Provenance needs a runner that can sign, which npm finds out by itself.
const isDryRun = process.argv.includes('--dry-run');
const publishes = process.argv.includes('--publish') || isDryRun;
const folder = join(workspace, 'dist/packages');

function fail(text) {
  console.error(text);
  process.exit(1);
}

const ordered = inDependencyOrder();
const [{ manifest: { version } }] = ordered; // prettier-ignore

/** What is to be done before these packages may be published. */
function missing() {
  const homeless = ordered.some(({ manifest }) => manifest.repository === undefined);
  const changelog = readFileSync(join(workspace, 'CHANGELOG.md'), 'utf8');
  return [
    ...(homeless
      ? ['`npm pkg set repository.url=… --workspaces`: provenance compares it with the source.']
      : []),
    ...(pendingIn(workspace).length > 0 ? ['`npm run new-version`: there are changesets.'] : []),
    ...(changelog.includes(`\n## ${version} `) ? [] : [`A section of ${version} in CHANGELOG.md.`]),
  ];
}

/** Whether the registry has this version: a run that was cut short goes on where it ended. */
async function isPublished({ name }) {
  const { code, stdout, stderr } = await node([npmScript(), 'view', `${name}@${version}`, 'version']);
  if (code !== 0 && !stderr.includes('E404')) fail(`npm could not ask for ${name}:\n${stderr}`);
  return stdout.trim() === version;
}

async function publish(library, path) {
  if (!isDryRun && (await isPublished(library))) return 'was published before:';
  const options = ['--access', 'public', '--provenance', ...(isDryRun ? ['--dry-run'] : [])];
  await npm(['publish', path, ...options], { cwd: workspace });
  return isDryRun ? 'would publish' : 'published';
}

const faults = versionFaults(ordered);
if (faults.length > 0) fail(faults.join('\n'));
const todo = missing();
if (todo.length > 0) console.log(`Before ${version} can be published:\n${todo.join('\n')}\n`);
if (todo.length > 0 && publishes && !isDryRun) process.exit(1);

await buildLibraries();
const packed = await packages();
const pathOf = ({ name }) => packed.find((candidate) => candidate.name === name).path;
for (const library of ordered) {
  const path = pathOf(library);
  const found = [...(await publintMessages(path)), ...(await typeProblems(path))];
  if (found.length > 0) fail(`${library.name} is not fit to publish:\n${JSON.stringify(found, null, 2)}`);
  console.log(`checked ${library.name}`);
}
keepIn(folder, packed);
console.log(`\n${packed.length} packages of ${version} and SHA256SUMS lie in ${folder}`);
for (const library of publishes ? ordered : [])
  console.log(await publish(library, pathOf(library)), library.name, version);
