import { BrokenJson } from './broken-json.js';
import { BytePieces } from './byte-pieces.js';
import { ValueSkimmer } from './value-skimmer.js';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const MAX_NAME_LENGTH = 100;

/** Which array to cut up, and how much of it to hold. */
export interface ItemScan {
  /**
   * The names of the members that lead to the array: `['features']`. If empty, there is no array, and everything is the
   * envelope.
   */
  readonly path: readonly string[];
  /** In bytes. Longer items are cut one byte beyond it. */
  readonly maxItemLength: number;
  /** In bytes. */
  readonly maxEnvelopeLength: number;
  /**
   * What may follow the value: nothing, or more values. With `values`, `rest` tells where they begin, and a longer
   * envelope is not refused but cut one byte beyond the limit.
   */
  readonly behind?: 'nothing' | 'values';
}

type State =
  | 'value'
  | 'skim'
  | 'name'
  | 'in-name'
  | 'colon'
  | 'behind'
  | 'first-item'
  | 'item'
  | 'in-item'
  | 'behind-item'
  | 'done';

/**
 * Cuts the items of one array out of a JSON text in UTF-8 that comes in chunks, in one pass, without parsing it. The
 * envelope is everything except the items. The caller has to parse both: the text is JSON if all of them are.
 */
export class ItemScanner {
  /** Whether the array has been found. */
  found = false;
  /** Offset, in the chunk that was fed last, of the bytes that no longer belong to the value. */
  rest: number | undefined;
  /** Offset of the last item from the start of the text, in bytes. */
  itemOffset = 0;
  private state: State = 'value';
  /** Number of open objects of the path. */
  private level = 0;
  private name: number[] = [];
  private isEscaped = false;
  private isOnPath = true;
  private skimmer = new ValueSkimmer();
  private item: BytePieces;
  private readonly envelope: BytePieces;
  /** Start of the part of the envelope that has not been kept yet; `undefined` inside the array. */
  private keepFrom: number | undefined = 0;
  private offset = 0;

  constructor(private readonly scan: ItemScan) {
    this.item = new BytePieces(scan.maxItemLength);
    this.envelope = new BytePieces(scan.maxEnvelopeLength);
  }

  /** Bytes read of the text. */
  get length(): number {
    return this.offset;
  }

  /** The envelope as far as it was read. When an item is given, it has all that comes before the first item. */
  get head(): Uint8Array {
    return this.envelope.take();
  }

  /** The items that end in this chunk. @throws {BrokenJson} */
  *feed(chunk: Uint8Array): Generator<Uint8Array, void, undefined> {
    let at = 0;
    while (at < chunk.length) {
      if (this.state === 'done' && this.scan.behind === 'values') return this.stop(chunk, at);
      if (this.state !== 'in-item' && this.state !== 'skim') {
        at = this.step(chunk, at);
        continue;
      }
      const end = this.skimmer.skim(chunk, at);
      if (this.state === 'skim') {
        if (end !== undefined) this.state = this.level === 0 ? 'done' : 'behind';
      } else {
        this.item.add(chunk.subarray(at, end));
        if (end !== undefined) yield this.takeItem();
      }
      at = end ?? chunk.length;
    }
    this.leave(chunk);
    if (this.state === 'done' && this.scan.behind === 'values') this.rest = chunk.length;
  }

  private stop(chunk: Uint8Array, at: number): void {
    this.rest = at;
    this.leave(chunk.subarray(0, at));
  }

  private leave(chunk: Uint8Array): void {
    if (this.keepFrom !== undefined) this.keep(chunk.subarray(this.keepFrom));
    if (this.keepFrom !== undefined) this.keepFrom = 0;
    this.offset += chunk.length;
  }

  /** The text without the items. @throws {BrokenJson} where it ends too early. */
  end(): Uint8Array {
    const isWhole = this.state === 'done' || (this.level === 0 && this.skimmer.isWord);
    if (!isWhole) throw new BrokenJson(this.offset, this.offset === 0 ? 'is empty' : 'is cut short');
    return this.envelope.take();
  }

  private takeItem(): Uint8Array {
    const item = this.item.take();
    this.item = new BytePieces(this.scan.maxItemLength);
    this.state = 'behind-item';
    return item;
  }

  /** Consumes one byte, or none at the start of a value. */
  private step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (this.state === 'in-name') this.inName(byte);
    else if (this.offset + at < 3 && byte === BYTE_ORDER_MARK[this.offset + at]) this.keepFrom = at + 1;
    else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)
      return this.token(chunk, at, byte);
    return at + 1;
  }

  private token(chunk: Uint8Array, at: number, byte: number): number {
    switch (this.state) {
      case 'value':
        return this.enter(chunk, at, byte);
      case 'first-item':
      case 'behind-item':
        if (byte === CLOSE_BRACKET) {
          this.keepFrom = at;
          this.state = 'behind';
          return at + 1;
        }
        if (this.state === 'behind-item') {
          if (byte !== COMMA) throw this.broken(byte, at);
          this.state = 'item';
          return at + 1;
        }
        return this.skimFrom(at, 'in-item');
      case 'item':
        if (byte === CLOSE_BRACKET) throw this.broken(byte, at);
        return this.skimFrom(at, 'in-item');
      default:
        this.state = this.behind(byte, at);
        return at + 1;
    }
  }

  /** Begins the value of a member, or the whole one. */
  private enter(chunk: Uint8Array, at: number, byte: number): number {
    const { path } = this.scan;
    if (this.isOnPath && byte === OPEN_BRACE && this.level < path.length) {
      this.level += 1;
      this.state = 'name';
      return at + 1;
    }
    if (!this.isOnPath || byte !== OPEN_BRACKET || this.level === 0 || this.level < path.length)
      return this.skimFrom(at, 'skim');
    if (this.found) throw new BrokenJson(this.offset + at, `has more than one \`${path.join('.')}\``);
    this.found = true;
    this.state = 'first-item';
    this.keep(chunk.subarray(this.keepFrom, at + 1));
    this.keepFrom = undefined;
    return at + 1;
  }

  private skimFrom(at: number, state: 'skim' | 'in-item'): number {
    if (state === 'in-item') this.itemOffset = this.offset + at;
    this.skimmer = new ValueSkimmer();
    this.state = state;
    return at;
  }

  /** The state after a byte of an object that is on the path. */
  private behind(byte: number, at: number): State {
    if (this.state === 'name' && byte === QUOTE) {
      this.name = [];
      return 'in-name';
    }
    if (this.state === 'colon' && byte === COLON) return 'value';
    if (this.state === 'behind' && byte === COMMA) return 'name';
    if (byte !== CLOSE_BRACE || this.state === 'colon' || this.state === 'done') throw this.broken(byte, at);
    this.level -= 1;
    return this.level === 0 ? 'done' : 'behind';
  }

  private inName(byte: number): void {
    if (byte !== QUOTE || this.isEscaped) {
      this.isEscaped = byte === BACKSLASH && !this.isEscaped;
      if (this.name.length < MAX_NAME_LENGTH) this.name.push(byte);
      return;
    }
    this.isOnPath = String.fromCharCode(...this.name) === this.scan.path[this.level - 1];
    this.state = 'colon';
  }

  private keep(bytes: Uint8Array): void {
    this.envelope.add(bytes);
    if (!this.envelope.isTooLong || this.scan.behind === 'values') return;
    const { path, maxEnvelopeLength } = this.scan;
    const where = path.length === 0 ? '' : ` besides \`${path.join('.')}\``;
    throw new BrokenJson(this.offset, `has over ${maxEnvelopeLength} bytes${where}`, 'json-too-long');
  }

  private broken(byte: number, at: number): BrokenJson {
    const found = byte > 0x20 && byte < 0x7f ? `\`${String.fromCharCode(byte)}\`` : `the byte ${byte}`;
    return this.state === 'done'
      ? new BrokenJson(this.offset + at, `goes on with ${found} behind its end`, 'json-goes-on')
      : new BrokenJson(this.offset + at, `has ${found} where it must not be`);
  }
}
