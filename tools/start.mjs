const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Cairn needs Node.js 20.19 or newer, and this is ${process.version}: see https://nodejs.org`);
  process.exit(1);
}

const { StepFailed } = await import('./step.mjs');
const { buildSqlite, installPackages } = await import('./install.mjs');
const { build, buildPage } = await import('./build.mjs');
const { serverProgram } = await import('./server-bundle.mjs');
const { deduplicateSignals } = await import('./signals.mjs');
const { pathToFileURL } = await import('node:url');

async function prepare() {
  try {
    await installPackages('server');
    await Promise.all([build(), buildPage(), buildSqlite('server')]);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

await prepare();
const [program = 'main'] = process.argv.slice(2);
deduplicateSignals();
await import(pathToFileURL(serverProgram(program)).href);
