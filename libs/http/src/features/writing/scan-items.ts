import { BrokenJson, HOW_TO_SPLIT, ItemScanner, type ItemScan } from '@cairn/spaces';
import { HttpError } from '../../messages/http-error.js';
import { BodyTooLarge } from '../../bodies/body-too-large.js';
import { textOf } from '../../bodies/json-bytes.js';
import { TimeSlice } from '../../messages/time-slice.js';

/** The maximum number of features in the body of a write, whatever the owner sets. */
export const MAX_FEATURES = 100_000;

/** The rest of a body after its items are cut out. */
export interface Envelope {
  readonly text: string;
  /** Whether there was an array of items. */
  readonly found: boolean;
}

/**
 * Streams the texts of a body's items, and the rest of the body.
 * @throws {HttpError} 400 for invalid JSON, 413 for a body that is too large.
 */
export async function* scanItems(
  bytes: AsyncIterable<Uint8Array>,
  scan: ItemScan,
): AsyncGenerator<string, Envelope, undefined> {
  const items = scanBytes(bytes, scan);
  let item = await items.next();
  for (; item.done !== true; item = await items.next()) yield itemText(item.value, scan.maxItemLength);
  return item.value;
}

/**
 * Like `scanItems`, with the items as bytes.
 * @throws {HttpError} 400 for invalid JSON, 413 for a body that is too large.
 */
export async function* scanBytes(
  bytes: AsyncIterable<Uint8Array>,
  scan: ItemScan,
): AsyncGenerator<Uint8Array, Envelope, undefined> {
  const scanner = new ItemScanner(scan);
  const slice = new TimeSlice();
  let count = 0;
  try {
    for await (const chunk of bytes) {
      for (const item of scanner.feed(chunk)) {
        count += 1;
        if (count > MAX_FEATURES) throw tooMany();
        await slice.next();
        yield item;
      }
      await slice.next();
    }
    return { text: textOf(scanner.end()), found: scanner.found };
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error;
    if (error.code === 'json-too-long') {
      const hint = areFeatures(scan) && !scanner.found ? `; if it is one feature, ${HOW_TO_SPLIT}` : '';
      throw new HttpError({
        status: 413,
        code: 'body-too-large',
        detail: `The body ${error.reason}${hint}.`,
      });
    }
    const fault = `The body is not JSON: it ${error.reason}, at byte ${error.offsetInBytes}.`;
    const detail = `${fault}${areLines(error, scan) ? LINES_HINT : ''}`;
    throw new HttpError({ status: 400, code: 'malformed-json', detail }, { cause: error });
  }
}

const LINES_HINT = ' Features on lines of their own need `Content-Type: application/x-ndjson`.';

/** Whether a body of features has further values after the first one, as JSON lines do. */
function areLines({ code }: BrokenJson, scan: ItemScan): boolean {
  return code === 'json-goes-on' && scan.path[0] === 'features';
}

/** Whether the body may be a feature or a collection of features. */
function areFeatures({ path: [first] }: ItemScan): boolean {
  return first === undefined || first === 'features';
}

const tooMany = (): BodyTooLarge => new BodyTooLarge(`The body has more than ${MAX_FEATURES} features`);

/** A truncated item may end inside a character. It is rejected for its length. */
function itemText(item: Uint8Array, maxLength: number): string {
  return item.length > maxLength ? new TextDecoder().decode(item) : textOf(item, 'A feature of the body');
}
