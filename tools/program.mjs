import { pathToFileURL } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

/**
 * Installs and builds what is out of date, then runs a program in this process: `main` is the server, which also needs
 * the page, `cairn` the command.
 */
export async function runProgram(name) {
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `Cairn needs Node.js 20.19 or newer, and this is ${process.version}: see https://nodejs.org`,
    );
    process.exit(1);
  }
  // Imported late: an older Node could not read them.
  const { StepFailed } = await import('./step.mjs');
  const { buildSqlite, installPackages } = await import('./install.mjs');
  const { build, buildPage } = await import('./build.mjs');
  const { programOf } = await import('./server-bundle.mjs');
  const { deduplicateSignals } = await import('./signals.mjs');
  try {
    await installPackages('server');
    await Promise.all([build(), name === 'main' ? buildPage() : undefined, buildSqlite('server')]);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  deduplicateSignals();
  await import(pathToFileURL(programOf(name)).href);
}
