import { expect, it } from '@jest/globals';
import { Sha256 } from './sha256.ts';

it('hashes bytes as browsers do, however they come in pieces', async () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 10_000]) {
    const bytes = crypto.getRandomValues(new Uint8Array(size));
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const expected = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    for (const piece of [1, 7, 64, 100, 20_000]) {
      const hash = new Sha256();
      for (let at = 0; at < size; at += piece) hash.update(bytes.subarray(at, at + piece));
      expect(hash.digest()).toBe(expected);
    }
  }
});

it('hashes the examples of the standard', () => {
  const hashOf = (text: string): string => new Sha256().update(new TextEncoder().encode(text)).digest();
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
