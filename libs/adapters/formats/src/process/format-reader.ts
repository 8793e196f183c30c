import { UnreadableFile } from '@cairn/spaces';
import { type FormatChild, give } from './format-child.js';
import { errorOf } from './format-failures.js';
import type { ReadingJob } from './format-messages.js';
import { type Answer, MessageReader, MessageTooLong } from './message-reader.js';

/** How long a program may take. */
export interface ReadingTimes {
  /** Without an answer, while somebody waits for it. */
  readonly silenceMs: number;
  /** For all that somebody waits for. */
  readonly totalMs: number;
}

/** A program that reads one file, also several times in turn. */
export class FormatReader {
  private readonly pieces: AsyncIterator<Buffer>;
  private readonly messages = new MessageReader();
  private goesOn = false;

  constructor(private readonly child: FormatChild) {
    const output: AsyncIterable<Buffer> = child.stdout;
    this.pieces = output[Symbol.asyncIterator]();
  }

  /** Whether it has done what it was asked for, and can read its file again. */
  get isReady(): boolean {
    const { exitCode, signalCode, killed } = this.child;
    return this.goesOn && exitCode === null && signalCode === null && !killed;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** @throws {UnreadableFile} if the program ends before the file, or takes too long. */
  async *answers(
    job: ReadingJob,
    { silenceMs, totalMs }: ReadingTimes,
  ): AsyncGenerator<Answer, void, undefined> {
    this.goesOn = false;
    give(this.child, job);
    let leftMs = totalMs;
    for (;;) {
      const startedAt = performance.now();
      const wait = { wasTooLong: false };
      const end = (): void => {
        wait.wasTooLong = true;
        this.kill();
      };
      // Only while somebody waits: a slow store must not make a file unreadable.
      const timer = setTimeout(end, Math.min(silenceMs, leftMs));
      const next = await this.pieces.next().finally(() => clearTimeout(timer));
      leftMs -= performance.now() - startedAt;
      if (next.done === true) throw wait.wasTooLong ? tookTooLong() : crashed();
      for (const answer of answersIn(this.messages, next.value)) {
        if ('goesOn' in answer) this.goesOn = answer.goesOn;
        if (answer.kind === 'failure') throw errorOf(answer.failure);
        if (answer.kind === 'end') return;
        yield answer;
      }
    }
  }
}

const tookTooLong = (): UnreadableFile => new UnreadableFile('Reading the file takes too long.');
const crashed = (): UnreadableFile =>
  new UnreadableFile('Reading the file takes more memory than it may, or its reader crashed.');

function* answersIn(messages: MessageReader, piece: Buffer): Generator<Answer, void, undefined> {
  try {
    yield* messages.take(piece);
  } catch (error) {
    // What is no message comes from a reader that its file has in its hands.
    if (error instanceof MessageTooLong || error instanceof SyntaxError) throw crashed();
    throw error;
  }
}
