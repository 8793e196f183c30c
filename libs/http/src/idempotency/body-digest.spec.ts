import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { BodyDigest, isSameBody, LongerBody, mostOf } from './body-digest.js';

/** A request whose body arrives in these pieces. */
async function digestOf(pieces: readonly string[], type = 'application/json'): Promise<string> {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = type;
  const digest = new BodyDigest(request);
  for (const piece of pieces) request.push(Buffer.from(piece));
  request.push(null);
  return hashIn(await digest.whole());
}

/** Without the length of the body. */
const hashIn = (digest: string): string => digest.split(':')[0] ?? '';

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
    expect(performance.now() - started).toBeLessThan(20_000); // of a hundredth, or of hours
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
    expect(hashIn(await digest.whole())).toBe(await digestOf(['{"a":1}']));
  });

  it('reads no more of another body than of the one that it is compared with', async () => {
    const request = new IncomingMessage(new Socket());
    const first = `${await digestOf(['{}'])}:2`;
    const digest = new BodyDigest(request);
    const compared = digest.whole(mostOf(first));
    for (let length = 0; length <= 128; length += 1) request.push(Buffer.alloc(1024));
    await expect(compared).rejects.toThrow(LongerBody);
    expect(isSameBody(first, `${await digestOf(['{}'])}:70`)).toBe(true);
    expect(isSameBody(first, `${await digestOf(['{ }'])}:2`)).toBe(false);
  });

  it('reads a mebibyte of what nobody reads', async () => {
    const request = new IncomingMessage(new Socket());
    const whole = new BodyDigest(request).whole();
    for (let length = 0; length < 1025; length += 1) request.push(Buffer.alloc(1024));
    await expect(whole).rejects.toThrow(LongerBody);
  });

  it('is checked before readers learn of the end; they fail if it is refused, and the connection stays', async () => {
    for (const refused of [false, true]) {
      const socket = new Socket();
      const request = new IncomingMessage(socket);
      const digest = new BodyDigest(request);
      const seen: string[] = [];
      await digest.beforeEnd(async (body) => {
        seen.push(hashIn(body));
        if (refused) throw new Error('another body');
      });
      request.on('end', () => seen.push('end')).on('error', () => seen.push('error'));
      const closed = once(request.resume(), 'close').catch(() => undefined);
      request.push(Buffer.from('{}'));
      request.complete = true; // as the parser of Node does
      request.push(null);
      await closed;
      expect(seen).toEqual([await digestOf(['{}']), refused ? 'error' : 'end']);
      expect(socket.destroyed).toBe(false);
    }
  });
});
