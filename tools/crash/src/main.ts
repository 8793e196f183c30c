import { parseArgs } from 'node:util';
import { controls, type Control } from './controls.js';
import { crash } from './crash.js';
import { runEvents } from './events/report.js';
import { runFeatureControls, runFeatures } from './features/report.js';
import { runPhotos } from './photos/report.js';
import { outage } from './outage.js';
import { slowClients } from './slow-clients.js';
import { progress, table } from './table.js';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    control: { type: 'boolean', default: false },
    outage: { type: 'string' },
    by: { type: 'string', default: 'power' },
    times: { type: 'string' },
    'slow-clients': { type: 'string' },
    events: { type: 'string' },
    features: { type: 'string' },
    photos: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    down: { type: 'string', default: '1000' },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

process.exitCode = (await runChosen()) ? 0 : 1;

async function runChosen(): Promise<boolean> {
  const slow = values['slow-clients'];
  if (slow !== undefined) return await runSlowClients(Number(slow));
  if (values.events !== undefined) return await runEvents({ kills: Number(values.events), seed, say });
  if (values.photos !== undefined) return await runPhotoKills(Number(values.photos));
  if (values.features !== undefined) return await runFeatureKills(Number(values.features));
  if (values.outage !== undefined) return await runOutage(values.outage, values.by);
  say(values.control ? `Negative controls, seed ${seed}` : `${kills} kills, seed ${seed}`);
  return await (values.control ? runControls() : runKills());
}

async function runPhotoKills(times: number): Promise<boolean> {
  return await runPhotos({ kills: times, seed, store: values.store, say });
}

/** Kills the server while features are written, or with `--control` breaks what SQLite holds. */
async function runFeatureKills(times: number): Promise<boolean> {
  if (values.control) return await runFeatureControls({ seed, say });
  return await runFeatures({ kills: times, seed, store: values.store, say });
}

/** Injects faults into a store under load. */
async function runOutage(of: string, by: string): Promise<boolean> {
  if (of !== 'database' && of !== 'blobs') throw new Error('--outage is database or blobs');
  if (by !== 'power' && by !== 'network') throw new Error('--by is power or network');
  const downMs = Number(values.down);
  const times = values.times === undefined ? undefined : Number(values.times);
  say(`Fault with the ${of} by ${by}, seed ${seed}`);
  const { counts, recoveriesMs, growthMib, faults } = await outage({
    ...{ of, by, times, downMs, seed },
    report: say,
  });
  const { uploads, deletes, unavailable, slowestMs } = counts;
  say(
    `${uploads} uploads and ${deletes} deletes acknowledged, ${unavailable} requests told 503, slowest ${slowestMs} ms`,
  );
  say(
    `first answer after at most ${Math.max(...recoveriesMs)} ms; memory grew by ${growthMib.toFixed(0)} MiB`,
  );
  faults.forEach((fault) => say(`FAULT ${fault}`));
  if (faults.length === 0) say('Every promise was kept.');
  return faults.length === 0;
}

/** Measures normal traffic beside slow clients. */
async function runSlowClients(seconds: number): Promise<boolean> {
  say(`Normal traffic for ${seconds} s alone, then for ${seconds} s beside slow clients`);
  const faults = await slowClients({ seconds, report: say });
  faults.forEach((fault) => say(`FAULT ${fault}`));
  if (faults.length === 0) say('Normal traffic went on, and everything came back.');
  return faults.length === 0;
}

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

/** Whether every control was detected. */
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
  say(
    missed.length === 0 ? 'Everything that was broken was detected.' : `Not detected: ${missed.join(', ')}`,
  );
  return missed.length === 0;
}
