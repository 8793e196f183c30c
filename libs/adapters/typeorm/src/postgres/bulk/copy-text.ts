import { setImmediate as immediate } from 'node:timers/promises';

/** A value in PostgreSQL's text format; bytes are for `bytea`. */
export type CopyValue = string | number | bigint | boolean | Uint8Array | null;

/** Rows of values in the order of the columns. */
export type CopyRows = Iterable<readonly CopyValue[]> | AsyncIterable<readonly CopyValue[]>;

const CHUNK_LENGTH = 65_536;

const special = /[\\\n\r\t]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The rows in the text format of COPY, in chunks of about 64 KiB. */
export async function* copyText(rows: CopyRows): AsyncGenerator<Buffer, void> {
  let text = '';
  for await (const row of rows) {
    text += `${row.map(field).join('\t')}\n`;
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
    await immediate(); // rows that are in memory already would otherwise never yield to the event loop
  }
  if (text !== '') yield Buffer.from(text);
}

function field(value: CopyValue): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  const text = String(value);
  return special.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? '') : text;
}
