import { publintMessages, typeProblems } from './checks.mjs';
import { inDependencyOrder, workspace } from './libraries.mjs';
import { buildLibraries, packages } from './pack.mjs';
import { npm } from './run.mjs';

// Publishes every library, each after those that it depends on, once all of them have been checked. With `--dry-run` npm
// does all but upload. Provenance needs a runner that can sign, which npm finds out by itself.
const isDryRun = process.argv.includes('--dry-run');

function fail(text) {
  console.error(text);
  process.exit(1);
}

const ordered = inDependencyOrder();
const homeless = ordered.filter(({ manifest }) => manifest.repository === undefined);
if (homeless.length > 0 && !isDryRun)
  fail('Run `npm pkg set repository.url=… --workspaces` first: provenance compares it with the source.');

await buildLibraries();
const packed = await packages();
const pathOf = ({ name }) => packed.find((candidate) => candidate.name === name).path;

for (const library of ordered) {
  const path = pathOf(library);
  const faults = [...(await publintMessages(path)), ...(await typeProblems(path))];
  if (faults.length > 0) fail(`${library.name} is not fit to publish:\n${JSON.stringify(faults, null, 2)}`);
  console.log(`checked ${library.name}`);
}
for (const library of ordered) {
  const options = ['--access', 'public', '--provenance', ...(isDryRun ? ['--dry-run'] : [])];
  await npm(['publish', pathOf(library), ...options], { cwd: workspace });
  console.log(`${isDryRun ? 'would publish' : 'published'} ${library.name} ${library.manifest.version}`);
}
