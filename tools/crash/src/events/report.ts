import { killWithEvents } from './kill-drill.js';

/** Runs the drill and prints the result. Returns whether every promise was kept. */
export async function runEvents({
  kills,
  seed,
  say,
}: {
  readonly kills: number;
  readonly seed: number;
  readonly say: (text: string) => void;
}): Promise<boolean> {
  say(`${kills} kills with events in flight, seed ${seed}`);
  const { acknowledged, handled, repeated, faults } = await killWithEvents({ kills, seed, report: say });
  say(`${acknowledged} changes acknowledged, ${handled} events handled, ${repeated} of them again`);
  faults.forEach((fault) => say(`FAULT ${fault}`));
  if (faults.length === 0) say('No event was lost, and the order was kept.');
  return faults.length === 0;
}
