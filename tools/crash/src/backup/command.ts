import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeProcess, type Random } from '@cairn/harness';

const programOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../apps/server/dist/bundled-${name}.js`, import.meta.url));

/** For a command that was never run to its end. */
const UNKNOWN_MS = 2_500;
const EARLIER = 0.7;

export interface Ended {
  /** `null` if it was killed. */
  readonly code: number | null;
  readonly output: string;
}

/** The command `cairn` with some settings, or the server. */
export class Command {
  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly random: Random,
    /** How long the latest whole run of each command took, on whatever stores. */
    private readonly durationsMs = new Map<string, number>(),
    private readonly name: 'cairn' | 'main' = 'cairn',
  ) {}

  async run(...args: readonly string[]): Promise<Ended> {
    const startedAt = performance.now();
    const child = this.start(args);
    const code = await child.ended();
    this.durationsMs.set(args[0] ?? '', performance.now() - startedAt);
    return { code, output: child.output() };
  }

  /** Kills it at a random moment, mostly before it ends, or at that of `when`. */
  async kill(args: readonly string[], when?: (child: NodeProcess) => Promise<unknown>): Promise<Ended> {
    const startedAt = performance.now();
    const child = this.start(args);
    const most = this.durationsMs.get(args[0] ?? '') ?? UNKNOWN_MS;
    // The first part of a run is the start of Node and of the program.
    const moment = when?.(child) ?? sleep(most * (0.2 + 0.8 * this.random.next()));
    await Promise.race([moment, child.ended()]);
    // It ended before the kill: the next run may be still faster, and is killed earlier.
    if ((await child.end('SIGKILL')) !== null)
      this.durationsMs.set(args[0] ?? '', EARLIER * (performance.now() - startedAt));
    return { code: await child.ended(), output: child.output() };
  }

  private start(args: readonly string[]): NodeProcess {
    return NodeProcess.start({ args: [programOf(this.name), ...args], env: this.env });
  }
}
