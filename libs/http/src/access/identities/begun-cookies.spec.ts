import { describe, expect, it } from '@jest/globals';
import { BegunCookies } from './begun-cookies.js';

const secretOf = (number: number): string => `${number}`.padStart(8, '0').padEnd(43, 'x');

/** Keeps cookies as a browser does. */
class Jar {
  private readonly pairs = new Map<string, string>([['cairn_session', 'y']]);

  get request() {
    return { headers: { cookie: Array.from(this.pairs, (pair) => pair.join('=')).join('; ') } };
  }

  take(...set: readonly string[]): void {
    for (const line of set) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
      if (value === '') this.pairs.delete(name);
      else this.pairs.set(name, value);
    }
  }
}

describe.each(['http://cairn.lan', 'https://cairn.example.org'])(
  'sign-ins that a browser began at %s',
  (baseUrl) => {
    const cookies = new BegunCookies({ baseUrl });

    it('are known until each is completed, whatever others do', () => {
      const jar = new Jar();
      const [first, second] = [secretOf(1), secretOf(2)];
      const begunAtOnce = [first, second].map((secret) => cookies.stored(secret, jar.request));
      for (const set of begunAtOnce) jar.take(...set);
      expect([first, second].map((secret) => cookies.has(jar.request, secret))).toEqual([true, true]);
      jar.take(cookies.removed(first));
      expect([first, second].map((secret) => cookies.has(jar.request, secret))).toEqual([false, true]);
    });

    it('are at most ten: an eleventh takes the place of the oldest', () => {
      const jar = new Jar();
      for (let number = 0; number < 12; number += 1)
        jar.take(...cookies.stored(secretOf(number), jar.request));
      const known = Array.from({ length: 12 }, (_, number) => cookies.has(jar.request, secretOf(number)));
      expect(known).toEqual([false, false, ...Array<boolean>(10).fill(true)]);
      expect(jar.request.headers.cookie).toContain('cairn_session=y');
    });

    it.each(['', 'x', `${secretOf(1)}z`, `${secretOf(1).slice(0, 42)}y`, '../;=a', '\r\n'])(
      'are not known by %j',
      (secret) => {
        const jar = new Jar();
        jar.take(...cookies.stored(secretOf(1), jar.request));
        expect(cookies.has(jar.request, secret)).toBe(false);
        expect(cookies.removed(secret)).not.toMatch(/[\r\n]|cairn_session/);
      },
    );
  },
);
