import { withFittingNode } from './node.mjs';

// `npm run cairn` as a program: its arguments need no `--` before them.
withFittingNode(async () => {
  const { runScript } = await import('./scripts.mjs');
  await runScript('cairn', process.argv.slice(2));
});
