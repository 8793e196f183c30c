import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '@cairn/images';
import { Refusal } from '../http/refusal.js';

/**
 * The one range that a request asks for (RFC 9110 §14); `undefined` to send the whole: none asked, several, an invalid
 * one, or one of an older file.
 * @throws {Refusal} 416 when it lies outside the file.
 */
export function rangeOf(
  { headers }: IncomingMessage,
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const invalid =
    (first === '' && last === '') || (first !== '' && last !== '' && Number(last) < Number(first));
  const { 'if-range': condition = etag } = headers;
  if (invalid || condition !== etag) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new Refusal({
    status: 416,
    code: 'range-not-satisfiable',
    detail: `The range lies outside the file; the file has ${size} bytes.`,
    headers: { 'Content-Range': `bytes */${size}` },
  });
}
