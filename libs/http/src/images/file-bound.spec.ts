import { describe, expect, it } from '@jest/globals';
import { fileBound } from './file-bound.js';

const file = new File([new Uint8Array(12_345)], 'Zürich "1".jpg', { type: 'image/jpeg' });

async function boundOf(before: readonly (readonly [string, string])[], after: string): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of before) form.append(name, value);
  form.set('file', file);
  if (after !== '') form.set('tags', after);
  const sent = new Response(form);
  const body = Buffer.from(await sent.clone().arrayBuffer());
  const ended = body.subarray(-2).toString() === '\r\n'; // early versions of Node 22 leave out the last line break
  const length = String(body.length + (ended ? 0 : 2));
  const headers = { 'content-type': sent.headers.get('content-type') ?? '', 'content-length': length };
  return fileBound({ headers, fields: before, fileName: 'Zürich %221%22.jpg', fileType: 'image/jpeg' });
}

describe('how large the file of a form is at most', () => {
  it('is exact where the file comes last', async () => {
    expect(await boundOf([], '')).toBe(12_345);
    const fields = [
      ['path', 'a/ö'],
      ['tags', 'sea'],
    ] as const;
    expect(await boundOf(fields, '')).toBe(12_345);
  });

  it('has the parts after it, too', async () => {
    expect(await boundOf([], 'lake')).toBeGreaterThan(12_345);
    expect(await boundOf([], 'lake')).toBeLessThan(12_345 + 200);
  });

  it('is unknown without a length or a boundary', () => {
    const form = { fields: [], fileName: 'a.jpg', fileType: 'image/jpeg' };
    const type = 'multipart/form-data; boundary=x';
    expect(fileBound({ ...form, headers: { 'content-type': type } })).toBeUndefined();
    expect(fileBound({ ...form, headers: { 'content-length': '9' } })).toBeUndefined();
    expect(fileBound({ ...form, headers: { 'content-type': type, 'content-length': '9' } })).toBe(1);
  });
});
