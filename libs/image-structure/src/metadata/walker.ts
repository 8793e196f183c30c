import type { MetadataWalk, Place, Request } from './walk.js';

/**
 * The maximum number of steps of a walk, plus one per `BYTES_PER_STEP`: 10,000 frames of a pixel take 110,000, and the
 * GIF blocks of a large frame one for 128 bytes. Files of very small parts would take seconds.
 */
const FREE_STEPS = 150_000;
const BYTES_PER_STEP = 64;

const NOTHING = new Uint8Array();
const RESTARTS = { first: 0xd0, last: 0xd7 };

/** Runs a walk over chunks as they come. */
export class Walker implements Place {
  offset = 0;
  /** Whether the walk has ended, and then whether the image was complete. */
  outcome: boolean | undefined;
  /** Whether it ended because there are too many parts. */
  hasGivenUp = false;
  private readonly walk: MetadataWalk;
  private request: Request = { skip: 0 };
  private parts: Uint8Array[] = [];
  private collected = 0;
  private hasMark = false;
  private steps = 0;

  constructor(walk: (place: Place) => MetadataWalk) {
    this.walk = walk(this);
    this.resume(this.walk.next());
  }

  feed(chunk: Uint8Array): void {
    let at = 0;
    while (this.outcome === undefined && at < chunk.length) at = this.advance(chunk, at);
  }

  /** Ends the input: pending requests receive the bytes that there are. */
  end(): void {
    while (this.outcome === undefined) this.answer(this.taken());
  }

  /** Consumes the requested part of the chunk, and returns the offset of the rest. */
  private advance(chunk: Uint8Array, start: number): number {
    const { request } = this;
    if (request === 'marker') return this.seek(chunk, start);
    const wanted = lengthOf(request);
    const part = chunk.subarray(start, start + wanted - this.collected);
    if ('take' in request) this.parts.push(part.slice());
    else if ('pass' in request) request.to(part, this.offset);
    this.collected += part.length;
    this.offset += part.length;
    if (this.collected >= wanted) this.answer(this.taken());
    return start + part.length;
  }

  private seek(chunk: Uint8Array, start: number): number {
    let at = start;
    while (at < chunk.length) {
      if (!this.hasMark) {
        const found = chunk.indexOf(0xff, at);
        this.hasMark = found !== -1;
        at = found === -1 ? chunk.length : found + 1;
        continue;
      }
      const code = chunk[at] ?? 0;
      at += 1;
      this.hasMark = code === 0xff; // fill
      const isMarker = code > 0x01 && !this.hasMark && !(code >= RESTARTS.first && code <= RESTARTS.last);
      if (!isMarker) continue;
      this.offset += at - start;
      this.answer(Uint8Array.of(code));
      return at;
    }
    this.offset += at - start;
    return at;
  }

  private taken(): Uint8Array {
    const [first = NOTHING, ...others] = this.parts;
    if (others.length === 0) return first;
    const bytes = new Uint8Array(this.collected);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  private answer(bytes: Uint8Array): void {
    this.parts = [];
    this.collected = 0;
    this.steps += 1;
    this.hasGivenUp = this.steps > FREE_STEPS + this.offset / BYTES_PER_STEP;
    this.resume(this.hasGivenUp ? { done: true, value: false } : this.walk.next(bytes));
  }

  private resume({ done, value }: IteratorResult<Request, boolean>): void {
    if (done === true) this.outcome = value;
    else this.request = value;
    // Empty requests are answered at once, because there may be no further byte.
    if (done !== true && value !== 'marker' && lengthOf(value) <= 0) this.answer(NOTHING);
  }
}

function lengthOf(request: Exclude<Request, 'marker'>): number {
  if ('take' in request) return request.take;
  return 'skip' in request ? request.skip : request.pass;
}
