import { anImage } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { Addresses } from './addresses.js';

const OWN = 'http://cairn.lan/photos';
const DOOR = 'https://share.example.org';

describe('the addresses of a service with a public door', () => {
  it('of public files and of what is given to others begin with that of the door', () => {
    const addresses = new Addresses(OWN, `${OWN}/cdn`, '', DOOR);
    const fileOf = (visibility: 'public' | 'unlisted' | 'private'): string =>
      addresses.ofFile(anImage({ path: 'a b', visibility }));
    expect([fileOf('public'), fileOf('unlisted')].map((url) => url.split('/a%20b/')[0])).toEqual([
      `${DOOR}/cdn`,
      `${DOOR}/cdn`,
    ]);
    expect(fileOf('private')).toMatch(/^http:\/\/cairn\.lan\/photos\/cdn\/a%20b\//);
    expect(addresses.ofPasswordReset('t')).toBe(`${OWN}/reset-password#t`);
    expect([OWN, `${OWN}/a/x`, `${OWN}er/a`, 'https://other.example/a'].map(addresses.forOthers)).toEqual([
      DOOR,
      `${DOOR}/a/x`,
      `${OWN}er/a`,
      'https://other.example/a',
    ]);
    const { others } = addresses;
    expect([others.baseUrl, others.basePath.path, addresses.basePath.path]).toEqual([DOOR, '', '/photos']);
    expect(others.others).toBe(others);
  });

  it('of files leave out the door where they are at a host of their own', () => {
    const addresses = new Addresses(OWN, 'https://img.example.org', '', DOOR);
    for (const visibility of ['public', 'private'] as const)
      expect(addresses.ofFile(anImage({ visibility }))).toMatch(/^https:\/\/img\.example\.org\//);
  });

  it('are its own without one', () => {
    const addresses = new Addresses(OWN, `${OWN}/cdn`);
    expect(addresses.others).toBe(addresses);
    expect(addresses.forOthers(`${OWN}/a/x`)).toBe(`${OWN}/a/x`);
  });
});
