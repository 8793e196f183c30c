import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { renderersOf } from '../processes.mjs';
import { faultOf } from './gallery.mjs';

const CLIENTS = 6;
const LEAST_MS = 50;
const MOST_MS = 700;
const PATIENCE_MS = 5_000;

/** Kills a server again and again while it renders and stores, and asks the next one for the same images. Gives the faults. */
export async function killServers({ start, gallery, expected, random, kills }) {
  const faults = [];
  const counts = { killed: 0, right: 0, cut: 0, again: 0 };
  let server = await start();
  const images = await gallery.uploadedTo(server);
  while (counts.killed < kills && faults.length === 0) {
    const asked = [];
    const renderers = new Set();
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const wish = images.some(random);
        asked.push(wish);
        const answer = await images.get(wish, server.address).catch(() => undefined);
        if (answer === undefined) counts.cut += 1;
        else if (answer.status === 503) continue;
        else await note(wish, answer, 'before the kill');
      }
    };
    const note = async (wish, answer, when) => {
      const fault = await faultOf(wish, answer, expected);
      if (fault === undefined) counts.right += 1;
      else faults.push(`${when} ${counts.killed + 1}, ${fault}`);
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    await delay(LEAST_MS + random(MOST_MS));
    for (const pid of renderersOf(server.pid)) renderers.add(pid);
    isOver = true;
    await server.end('SIGKILL');
    await clients;
    counts.killed += 1;
    for (const pid of renderers) if (!(await ends(pid))) faults.push(`process ${pid} outlives its server`);
    server = await start();
    for (const wish of asked) {
      counts.again += 1;
      await note(wish, await images.get(wish, server.address), 'after the kill');
    }
  }
  await server.end('SIGTERM');
  const { killed, right, cut, again } = counts;
  console.log(
    `${killed} servers killed: ${right} answers right, of which ${again} asked again; ${cut} cut off, ${faults.length} wrong`,
  );
  return faults;
}

async function ends(pid) {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await delay(20))
    if (!existsSync(`/proc/${pid}`)) return true;
  return false;
}
