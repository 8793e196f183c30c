import type { AuditEntry } from '@cairn/access';
import { describe, expect, it } from '@jest/globals';
import { ActivityRows } from './activity-rows.js';

const MINUTE_MS = 60_000;
const NOW = 1_800_000_000_000;

let made = 0;
const entry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `e${(made += 1)}`,
  at: NOW,
  accountId: 'alice',
  principal: 'user:ada',
  operation: 'uploadAlbumImage',
  thing: { type: 'album', id: 'A', title: 'Summer' },
  status: 201,
  ...given,
});

/** The number of rows that entries make. */
const rowsOf = (entries: readonly AuditEntry[]): number =>
  new ActivityRows().join(entries).filter(({ joinedTo }) => joinedTo === undefined).length;

describe('ActivityRows', () => {
  it('makes one row of what the same one does in the same place, and counts its entries', () => {
    const rows = new ActivityRows();
    const entries = Array.from({ length: 320 }, () => entry());
    const joined = [...rows.join(entries.slice(0, 100)), ...rows.join(entries.slice(100))];
    expect(joined[0]?.joinedTo).toBeUndefined();
    const first = entries[0]?.id;
    expect(joined.slice(1).map(({ joinedTo }) => joinedTo)).toEqual(
      entries.slice(1).map((_, index) => ({ first, place: index + 1 })),
    );
  });

  it('makes two rows of two who upload at once', () => {
    const entries = Array.from({ length: 320 }, (_, index) =>
      entry({ principal: index % 2 === 0 ? 'user:ada' : 'link:L' }),
    );
    expect(rowsOf(entries)).toBe(2);
  });

  it.each([
    ['account', { accountId: 'bob' }],
    ['principal', { principal: 'key:K' }],
    ['guest with a name', { guest: { id: 'mia', name: 'Mia' } }],
    ['wait for approval', { status: 202 }],
    ['operation', { operation: 'takeAlbumImages' }],
    ['thing', { thing: { type: 'album', id: 'B' } }],
    ['type of thing', { thing: { type: 'folder', id: 'A' } }],
    ['name of the thing', { thing: { type: 'album', id: 'A', title: 'Winter' } }],
    ['pause', { at: NOW + 60 * MINUTE_MS }],
    ['refusal', { status: 403 }],
  ] as const)('another %s begins another row', (_, other) => {
    expect(rowsOf([entry(), entry(other)])).toBe(2);
  });

  it('joins what guests without a name do: a program is another one each time', () => {
    expect(rowsOf([entry({ guest: { id: 'g1' } }), entry({ guest: { id: 'g2' } })])).toBe(1);
  });

  it('goes on for less than an hour after the last entry, and for less than a day', () => {
    const each = 59 * MINUTE_MS;
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => entry({ at: NOW + index * each }));
    expect(rowsOf(entries(24))).toBe(1);
    expect(rowsOf(entries(26))).toBe(2);
  });

  it('joins what is done to several images, and not what is done to several others without a name', () => {
    const image = (id: string) => entry({ operation: 'deleteImage', thing: { type: 'image', id } });
    expect(rowsOf([image('a'), image('b')])).toBe(1);
    const upload = (id: string) =>
      entry({ operation: 'uploadImage', thing: undefined, target: id, images: [id], imageCount: 1 });
    expect(rowsOf([upload('a'), upload('b')])).toBe(1);
    const preset = (target: string) => entry({ operation: 'putPreset', thing: undefined, target });
    expect(rowsOf([preset('a'), preset('b'), preset('a')])).toBe(2);
  });
});
