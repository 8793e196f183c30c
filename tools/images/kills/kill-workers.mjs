import { setTimeout as delay } from 'node:timers/promises';
import { renderersOf } from '../processes.mjs';
import { faultOf } from './gallery.mjs';

const CLIENTS = 6;
const MOST_ANSWERS = 3;
const MOST_PAUSE_MS = 150;
const PATIENCE_MS = 3_000;

/** Kills a random process that renders, again and again, while clients ask for images. Gives the faults. */
export async function killWorkers({ server, images, expected, random, kills }) {
  const faults = [];
  const counts = { right: 0, busy: 0, killed: 0 };
  const check = async (asked, answer) => {
    if (answer.status === 503 && answer.retryAfter !== null) return void (counts.busy += 1);
    const fault = await faultOf(asked, answer, expected);
    if (fault === undefined) counts.right += 1;
    else faults.push(`while processes are killed, ${fault}`);
    return undefined;
  };
  const client = async () => {
    while (counts.killed < kills && faults.length === 0) {
      const asked = images.some(random);
      await check(asked, await images.get(asked));
    }
  };
  /** So that there are right answers between kills on a slow machine, too. */
  const progress = async (right) => {
    for (const until = performance.now() + PATIENCE_MS; counts.right < right; await delay(10))
      if (performance.now() > until || faults.length > 0) return;
  };
  const killer = async () => {
    while (counts.killed < kills && faults.length === 0) {
      await progress(counts.right + 1 + random(MOST_ANSWERS));
      await delay(random(MOST_PAUSE_MS));
      const pids = renderersOf(server.pid);
      if (pids.length === 0) continue;
      process.kill(pids[random(pids.length)], 'SIGKILL');
      counts.killed += 1;
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
  for (let left = 10; left > 0 && faults.length === 0; left -= 1) {
    const asked = images.some(random);
    const fault = await faultOf(asked, await images.get(asked), expected);
    if (fault !== undefined) faults.push(`afterwards, ${fault}`);
  }
  console.log(
    `${counts.killed} processes killed: ${counts.right} answers right, ${counts.busy} times 503, ${faults.length} wrong`,
  );
  return faults;
}
