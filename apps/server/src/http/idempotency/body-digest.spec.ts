import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { BodyDigest } from './body-digest.js';

/** A request whose body arrives in these pieces. */
async function digestOf(pieces: readonly string[], type = 'application/json'): Promise<string> {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = type;
  const digest = new BodyDigest(request);
  for (const piece of pieces) request.push(Buffer.from(piece));
  request.push(null);
  return await digest.whole();
}

const form = (boundary: string, value = 'x'): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--${boundary}--\r\n`;
const typeOf = (boundary: string): string => `multipart/form-data; boundary=${boundary}`;

describe('the digest of a body', () => {
  it('depends on the bytes, not on how they are split', async () => {
    expect(await digestOf(['{"a":', '1}'])).toBe(await digestOf(['{"a":1}']));
    expect(await digestOf(['{"a":1}'])).not.toBe(await digestOf(['{"a":2}']));
    expect(await digestOf([])).not.toBe(await digestOf(['{}']));
  });

  it('does not depend on the boundary of a form, wherever that is split', async () => {
    const one = await digestOf([form('abc')], typeOf('abc'));
    expect(await digestOf([form('d-e-f-g')], typeOf('"d-e-f-g"'))).toBe(one);
    expect(await digestOf([...form('d-e-f-g')], typeOf('d-e-f-g'))).toBe(one);
    expect(await digestOf([form('abc', 'y')], typeOf('abc'))).not.toBe(one);
  });

  it('takes no long time for a body that is made of boundaries', async () => {
    const many = '-'.repeat(1_000_000);
    const started = performance.now();
    const one = await digestOf([many], typeOf('-'));
    expect(performance.now() - started).toBeLessThan(500);
    expect(await digestOf(['--', many.slice(2)], typeOf('-'))).toBe(one);
    expect(await digestOf([many.slice(1)], typeOf('-'))).not.toBe(one);
  });

  it('is of what had arrived before, too, which others still read', async () => {
    const request = new IncomingMessage(new Socket());
    request.push(Buffer.from('{"a":'));
    const digest = new BodyDigest(request);
    request.push(Buffer.from('1}'));
    request.push(null);
    const read: Buffer[] = [];
    for await (const chunk of request) read.push(chunk as Buffer); // without an encoding
    expect(Buffer.concat(read).toString()).toBe('{"a":1}');
    expect(await digest.whole()).toBe(await digestOf(['{"a":1}']));
  });
});
