import type { FileChunk } from '@cairn/spaces/spi';
import { READING_LIMITS } from '../limits/reading-limits.js';
import type { FormatMessage } from './format-messages.js';

/** What the program has said. Chunks have their lines. */
export type Answer = Exclude<FormatMessage, { kind: 'chunk' }> | ({ readonly kind: 'chunk' } & FileChunk);

const LINE_FEED = 0x0a;
/** A chunk has 64 KiB and one feature more, or places and faults of as much. */
const MAX_MESSAGE_BYTES = 2 * READING_LIMITS.featureBytes;

/** The program gives more than it ever should: it may be at the mercy of its file. */
export class MessageTooLong extends Error {}

/** Puts together what comes in pieces. Holds no more than one message. */
export class MessageReader {
  private pieces: Buffer[] = [];
  private held = 0;
  /** The chunk whose lines come. */
  private chunk: Extract<FormatMessage, { kind: 'chunk' }> | undefined;

  /** @param maxBytes Of a message. */
  constructor(private readonly maxBytes: number = MAX_MESSAGE_BYTES) {}

  /** @throws {MessageTooLong} */
  *take(piece: Buffer): Generator<Answer, void, undefined> {
    let rest = piece;
    for (;;) {
      const end = this.endIn(rest);
      if (end < 0) break;
      const bytes = Buffer.concat([...this.pieces, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      [this.pieces, this.held] = [[], 0];
      const answer = this.answerIn(bytes);
      if (answer !== undefined) yield answer;
    }
    if (rest.length === 0) return;
    this.pieces.push(rest);
    this.held += rest.length;
    if (this.held > this.maxBytes) throw new MessageTooLong();
  }

  /** Where what is waited for ends in these bytes; -1 if it goes on. */
  private endIn(bytes: Buffer): number {
    if (this.chunk === undefined) return bytes.indexOf(LINE_FEED) + 1 || -1;
    const missing = this.chunk.sizeInBytes - this.held;
    return missing <= bytes.length ? missing : -1;
  }

  private answerIn(bytes: Buffer): Answer | undefined {
    const { chunk } = this;
    if (chunk !== undefined) {
      this.chunk = undefined;
      return { kind: 'chunk', places: chunk.places, faults: chunk.faults, lines: bytes };
    }
    const message = messageIn(bytes.toString('utf8'));
    if (message.kind !== 'chunk') return message;
    this.chunk = message;
    return undefined;
  }
}

const messageIn: (line: string) => FormatMessage = JSON.parse;
