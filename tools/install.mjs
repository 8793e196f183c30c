import { areInstalled, countingInstalled, serverFolders, wantedPackages } from './lock-file.mjs';
import { findNpm } from './node.mjs';
import { runNode, step, StepFailed } from './step.mjs';

/** @throws {StepFailed} where there is no npm. */
export function npmScript() {
  const found = findNpm();
  if (found === undefined) throw new StepFailed('npm is not where Node is. Run "npm ci", then this again.');
  return found;
}

async function npm(args) {
  const env = { SCARF_ANALYTICS: 'false' };
  const { code, output } = await runNode([npmScript(), ...args, '--no-audit', '--no-fund'], { env });
  if (code !== 0) throw new StepFailed(`${output}\nnpm could not install the packages.`);
}

/**
 * Never `npm ci`: it would remove all of `node_modules` first, and with it the Node that may be running this. The lock file
 * is followed, and stays as it is.
 */
function argumentsFor(what) {
  const install = ['install', '--no-save', '--ignore-scripts'];
  if (what === 'everything') return [...install, '--include=dev'];
  const workspaces = serverFolders.map((folder) => `--workspace=${folder}`);
  return [...install, '--omit=dev', ...workspaces, '--include-workspace-root'];
}

/**
 * Brings `node_modules` to what the lock file says, if it is not: `everything`, or only what the `server` needs to be
 * built and run. Nothing is compiled: all native code comes built. @throws {StepFailed} with what helps.
 */
export async function installPackages(what) {
  const wanted = wantedPackages(what);
  if (areInstalled(wanted)) return;
  await step('Installing packages', () => npm(argumentsFor(what)), countingInstalled(wanted));
}
