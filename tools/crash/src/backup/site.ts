import type { Random } from '@cairn/harness';
import type { OpenedStores } from '@cairn/services';
import type { Cycle } from '../kills.js';
import type { Command, Ended } from './command.js';

/** Stores, and the command with their settings. */
export interface Site {
  readonly stores: OpenedStores;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: Command;
}

/** How often each step is killed, and whom to tell. */
export interface Rounds {
  readonly kills: number;
  readonly random: Random;
  tell(what: string, cycle: Cycle): void;
}

/** One round of a step, and what was found after it. */
export type Round = Pick<Ended, 'code'> & Cycle;

/** Rounds for each kill. More of them that end before the kill mean that it always comes too late. */
const MOST_ROUNDS = 5;

/** Does a step until it was killed so often. What ended before the kill is done again. */
export async function killEach(rounds: Rounds, what: string, once: () => Promise<Round>): Promise<void> {
  const { kills } = rounds;
  let killed = 0;
  for (let tried = 1; killed < kills; tried += 1) {
    const { code, counts, faults } = await once();
    const hit = code === null ? 1 : 0;
    killed += hit;
    const stuck = tried === kills * MOST_ROUNDS ? [`${what} ends before it is killed`] : [];
    const cycle = {
      counts: { ...counts, kills: hit, [`${what} killed`]: hit },
      faults: [...faults, ...stuck],
    };
    rounds.tell(`${what} ${killed}/${kills}`, cycle);
    if (cycle.faults.length > 0) return;
  }
}
