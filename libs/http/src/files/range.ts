import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '@cairn/images';
import { HttpError } from '../messages/http-error.js';
import { matchesIfRange, type Validators } from './preconditions.js';

/**
 * The requested byte range (RFC 9110 §14). `undefined` means to send the whole file: there is no range, more than one,
 * an invalid one, or `If-Range` does not match.
 * @throws {HttpError} 416 if the range lies outside the file.
 */
export function rangeOf(
  { headers }: IncomingMessage,
  { size, ...validators }: Validators & { readonly size: number },
): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const invalid =
    (first === '' && last === '') || (first !== '' && last !== '' && Number(last) < Number(first));
  const { 'if-range': condition } = headers;
  if (invalid || (condition !== undefined && !matchesIfRange(String(condition), validators)))
    return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new HttpError({
    status: 416,
    code: 'range-not-satisfiable',
    detail: `The range lies outside the file; the file has ${size} bytes.`,
    headers: { 'Content-Range': `bytes */${size}` },
  });
}
