import { withFittingNode } from './node.mjs';

// The scripts of package.json. What runs them is imported late: an older Node could not read it.
withFittingNode(async () => {
  const { runScript } = await import('./scripts.mjs');
  await runScript(process.argv[2], process.argv.slice(3));
});
