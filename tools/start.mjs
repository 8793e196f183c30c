import { withFittingNode } from './node.mjs';

// `npm start` as a program, for service managers that stop what they started: npm would stand between.
withFittingNode(async () => {
  const { runScript } = await import('./scripts.mjs');
  await runScript('start', process.argv.slice(2));
});
