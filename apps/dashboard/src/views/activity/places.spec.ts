import type { ActivityRowRecord } from '@cairn/api-schema';
import { activityOperations, isAudited, operations } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { activity as german } from '../../i18n/de/activity.ts';
import { activity } from '../../i18n/en/activity.ts';
import { byDay, nameOfDay } from './days.ts';
import { placeOf } from './places.ts';
import { sentenceOf } from './sentences.ts';

const picture = { id: 'I', name: 'a.jpg', path: '', visibility: 'public', thumbhash: null } as const;
const row = (given: Partial<ActivityRowRecord> = {}): ActivityRowRecord => ({
  id: '1',
  since: '2026-01-02T03:04:05.678Z',
  at: '2026-01-02T03:04:05.678Z',
  accountId: 'a',
  by: { type: 'user', id: 'u', name: 'Ada' },
  guest: null,
  operation: 'uploadAlbumImage',
  status: 201,
  thing: { type: 'album', id: 'A', title: 'Summer' },
  target: 'A',
  count: 1,
  imageCount: 1,
  images: [{ ...picture, url: 'http://x/a.jpg' }],
  ...given,
});

describe('the texts of the activity', () => {
  const noted = operations.filter((operation) => isAudited(operation) && operation.access !== 'open');
  const ids = [...noted.map(({ id }) => id), 'resetPassword', 'uploadSharedPage'].toSorted();

  it('have every operation that can be in it, and no others', () => {
    expect(Object.keys(activity.operations).toSorted()).toEqual(ids);
  });

  it('tell of operations that there are, the same in both languages', () => {
    expect(ids).toEqual(expect.arrayContaining(Object.keys(activity.sentences)));
    expect(Object.keys(german.sentences).toSorted()).toEqual(Object.keys(activity.sentences).toSorted());
  });

  it('put each operation into one kind, but for those that change nothing', () => {
    const all = Object.values(activityOperations).flat().toSorted();
    expect(all).toEqual(
      ids.filter((id) => !['findKnownFiles', 'startPasskey', 'startIdentityLink'].includes(id)),
    );
  });
});

describe('a row of the activity', () => {
  const said = (given: Partial<ActivityRowRecord>): readonly string[] =>
    [activity, german].map((texts) => sentenceOf(row(given), undefined, texts));

  it('is a sentence that a person would write', () => {
    expect(said({ imageCount: 320, count: 320 })).toEqual([
      'Ada added 320 photos to “Summer”',
      'Ada hat 320 Fotos zu „Summer“ hinzugefügt',
    ]);
    const byGuest = { by: { type: 'link', id: 'L', name: null }, operation: 'uploadShared' } as const;
    expect(said({ ...byGuest, guest: { id: 'g', name: 'Mia' }, imageCount: 3 })).toEqual([
      'A guest (Mia) added 3 photos through the link to “Summer”',
      'Ein Gast (Mia) hat über den Link zu „Summer“ 3 Fotos hinzugefügt',
    ]);
    expect(said(byGuest)[0]).toBe('A guest added a photo through the link to “Summer”');
    expect(said({ operation: 'deleteLink', thing: { type: 'link', id: 'L', title: 'Summer' } })).toEqual([
      'The link to “Summer” was ended by Ada',
      'Der Link zu „Summer“ wurde von Ada beendet',
    ]);
    expect(said({ operation: 'deleteImages', thing: null, imageCount: 4 })).toEqual([
      'Ada removed 4 photos',
      'Ada hat 4 Fotos entfernt',
    ]);
    expect(said({ operation: 'putPreset', thing: null })).toEqual([
      'Ada stored a preset',
      'Ada: Vorlage gespeichert',
    ]);
    expect(said({ operation: 'toString', status: 403 })).toEqual([
      'Ada was not allowed to do this: toString',
      'Ada durfte das nicht: toString',
    ]);
  });

  it('leads to what it is about, unless that is gone', () => {
    const to = (given: Partial<ActivityRowRecord>): string | undefined => placeOf(row(given));
    expect(to({})).toBe('/albums/A');
    expect(to({ thing: { type: 'folder', id: 'a/b', title: 'a/b' } })).toBe('/images?path=a%2Fb');
    const space = { type: 'space', id: 'S', title: 'Towns' } as const;
    expect(to({ thing: space, operation: 'patchFeature', target: 'S/a b' })).toBe('/spaces/S?feature=a%20b');
    expect(to({ thing: space, operation: 'deleteFeature', target: 'S/a b' })).toBe('/spaces/S');
    const map = { type: 'map', id: 'M', title: 'Huts' } as const;
    expect(to({ thing: map, operation: 'patchMap' })).toBe('/maps/M');
    expect(to({ thing: map, operation: 'deleteMap' })).toBeUndefined();
    const image = { type: 'image', id: 'I', title: 'a.jpg' } as const;
    expect(to({ thing: image })).toBe('/images/I');
    expect(to({ thing: image, images: [{ ...picture, url: null }] })).toBeUndefined();
    expect(to({ operation: 'deleteAlbum' })).toBeUndefined();
    expect(to({ operation: 'deleteAlbum', status: 403 })).toBe('/albums/A');
    expect(to({ thing: null })).toBeUndefined();
  });
});

describe('the days of the activity', () => {
  const now = new Date(2026, 2, 30, 12).getTime();
  const on = (day: number, hour: number): { readonly since: string } => ({
    since: new Date(2026, 2, day, hour).toISOString(),
  });

  it('have the rows that began on them, and are called as people call them', () => {
    const days = byDay([on(30, 11), on(30, 0), on(29, 23), on(28, 1)]);
    expect(days.map(({ rows }) => rows.length)).toEqual([2, 1, 1]);
    expect(days.map(({ at }) => nameOfDay(at, now, 'en'))).toEqual([
      'Today',
      'Yesterday',
      'Saturday, March 28, 2026',
    ]);
    expect(nameOfDay(days[1]?.at ?? 0, now, 'de')).toBe('Gestern');
  });
});
