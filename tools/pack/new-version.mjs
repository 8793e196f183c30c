import { workspace } from './libraries.mjs';
import { npm } from './run.mjs';
import { takeVersion } from './versions.mjs';

// Takes the changesets: a new version of all packages, its section in the changelog, and both in the lock file.
const version = await takeVersion(workspace, new Date().toISOString().slice(0, 10));
if (version === undefined) {
  console.error('There is no changeset. `npx changeset` makes one: what changed, and for which packages.');
  process.exitCode = 1;
} else {
  await npm(['install', '--package-lock-only', '--ignore-scripts'], { cwd: workspace });
  console.log(`All packages are ${version}. Read the changes of CHANGELOG.md, and commit them.`);
}
