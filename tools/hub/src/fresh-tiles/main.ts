import { parseArgs } from 'node:util';
import { environmentOf } from '@cairn/services';
import { watchTiles } from './fresh-tiles.js';
import { withNodes } from './with-nodes.js';

/**
 * Changes features while 32 readers fetch their tiles: from one node on SQLite, and from two on PostgreSQL. `--rounds`
 * says how often; a tile that is too old makes the exit code 1.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, writes: { type: 'string', default: '100' } },
});

let failures = 0;
for (const [name, count] of [
  ['SQLite + disk', 1],
  ['PostgreSQL + S3', 2],
] as const) {
  const { writes, tiles, notModified, faults } = await withNodes(environmentOf(name), count, (nodes) =>
    watchTiles({
      ...{ nodes, rounds: Number(values.rounds), writesPerRound: Number(values.writes) },
      random: Math.random,
    }),
  );
  const counts = `${writes} writes, ${tiles} tiles sent, ${notModified} told to be known already`;
  process.stdout.write(`${name}, ${count} node(s): ${counts}; ${faults.length} too old\n`);
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  failures += faults.length;
}
process.exitCode = failures === 0 ? 0 : 1;
