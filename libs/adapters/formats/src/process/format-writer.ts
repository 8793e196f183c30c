import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FormatChild, give } from './format-child.js';
import { FULL_DISK, type WritingJob } from './format-messages.js';
import { fullDisk } from './full-disk.js';

/** A program that writes a file. */
export class FormatWriter {
  constructor(private readonly child: FormatChild) {}

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Gives the features to the program, until it is done with them. @throws {StorageFull} and what the features throw. */
  async *write(job: WritingJob, features: AsyncIterable<string>): AsyncGenerator<never, void, undefined> {
    const { child } = this;
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.stdout.resume(); // it says nothing, and does not close unread
    give(child, job);
    let failure: { readonly error: unknown } | undefined;
    async function* observed(): AsyncGenerator<string, void, undefined> {
      try {
        yield* features;
      } catch (error) {
        failure = { error };
        throw error;
      }
    }
    // Ends with the program: nobody waits for features then.
    await pipeline(Readable.from(observed()), child.stdin).catch(() => this.kill());
    const code = await ended;
    if (code === FULL_DISK) throw fullDisk();
    if (failure !== undefined) throw failure.error;
    if (code !== 0) throw new Error('The program that writes the file ended before it was done.');
  }
}
