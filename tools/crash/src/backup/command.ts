import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeProcess, type Random } from '@cairn/harness';

const program = fileURLToPath(new URL('../../../../apps/server/dist/bundled-cairn.js', import.meta.url));

/** For a command that was never run to its end. */
const UNKNOWN_MS = 2_500;

export interface Ended {
  /** `null` if it was killed. */
  readonly code: number | null;
  readonly output: string;
}

/** The command `cairn` with some settings. */
export class Command {
  /** How long the latest whole run of each command took. */
  private readonly durationsMs = new Map<string, number>();

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly random: Random,
  ) {}

  async run(...args: readonly string[]): Promise<Ended> {
    const startedAt = performance.now();
    const child = NodeProcess.start({ args: [program, ...args], env: this.env });
    const code = await child.ended();
    this.durationsMs.set(args[0] ?? '', performance.now() - startedAt);
    return { code, output: child.output() };
  }

  /** Kills it at a random moment, mostly before it ends. */
  async kill(...args: readonly string[]): Promise<Ended> {
    const child = NodeProcess.start({ args: [program, ...args], env: this.env });
    const most = this.durationsMs.get(args[0] ?? '') ?? UNKNOWN_MS;
    // The first part of a run is the start of Node and of the program.
    await Promise.race([sleep(most * (0.2 + 0.8 * this.random.next())), child.ended()]);
    await child.end('SIGKILL');
    return { code: await child.ended(), output: child.output() };
  }
}
