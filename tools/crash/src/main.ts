import { parseArgs } from 'node:util';
import { controls, type Control } from './controls.js';
import { crash } from './crash.js';
import { progress, table } from './table.js';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    control: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

say(values.control ? `Breaking it on purpose, seed ${seed}` : `${kills} kills, seed ${seed}`);
process.exitCode = (values.control ? await runControls() : await runKills()) ? 0 : 1;

async function runKills(): Promise<boolean> {
  const cycles = await crash({ kills, seed, report: (cycle) => say(progress(cycle, kills)) });
  const faults = cycles.flatMap((cycle) => cycle.faults);
  say(table(cycles));
  faults.forEach((fault) => say(`FAULT ${fault}`));
  say(
    faults.length === 0
      ? `Every promise was kept through ${cycles.length} kills.`
      : `Again: --kills ${kills} --seed ${seed}`,
  );
  return faults.length === 0;
}

/** Whether each of them was noticed, which is when this harness is worth something. */
async function runControls(): Promise<boolean> {
  const missed: string[] = [];
  for (const [name, control] of Object.entries<Control>(controls)) {
    const faults = (await crash({ kills: 3, seed, control })).flatMap((cycle) => cycle.faults);
    const fault = faults.find((text) => control.noticed.test(text));
    say(
      `${fault === undefined ? 'MISSED' : 'noticed'}  ${name}: ${control.what}\n         ${fault ?? faults.join('; ')}`,
    );
    if (fault === undefined) missed.push(name);
  }
  say(missed.length === 0 ? 'Everything that was broken was noticed.' : `Not noticed: ${missed.join(', ')}`);
  return missed.length === 0;
}
