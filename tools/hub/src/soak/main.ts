import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reportOf } from './report.js';
import { soak } from './soak.js';
import { installedSource, monsterSource, publicSources } from './sources.js';

/**
 * Sends a server the geodata and the images that packages of npm and Debian carry, and generated features that are hard to
 * draw. Then it must rest, and draw all that it took. `--short` takes what is installed; `--monsters 5000 --seed 1`;
 * `--tiles 2000` of a zoom and source are asked for at most.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    monsters: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    tiles: { type: 'string', default: 'Infinity' },
    packages: {
      type: 'string',
      default: fileURLToPath(new URL('../../../../node_modules/.cache/soak', import.meta.url)),
    },
  },
});
const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const { short: isShort } = values;
const found = isShort ? [await installedSource()] : await publicSources(values.packages);
const monsters = monsterSource(Number(values.seed), { count: Number(values.monsters), huge: !isShort });
const result = await soak([...found, monsters], { mostTiles: Number(values.tiles), isShort, tell });
for (const line of result.logLines) tell(line);
const faults = result.faults.map((fault) => `WRONG ${fault}`);
process.stdout.write(`${[reportOf(result), ...faults].join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
