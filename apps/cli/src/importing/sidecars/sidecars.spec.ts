import { describe, expect, it } from '@jest/globals';
import { Fields } from '../../transfer/fields.js';
import { factsOfJson } from './read-beside.js';

describe('JSON beside an image', () => {
  const read = (value: unknown) => factsOfJson(Fields.parse(JSON.stringify(value)));

  it('as Google Takeout writes it', () => {
    const takeout = {
      title: 'lake.jpg',
      photoTakenTime: { timestamp: '1751414400', formatted: 'Jul 2, 2025' },
      geoData: { latitude: 0.0, longitude: 0.0, altitude: 0.0 },
      geoDataExif: { latitude: 46.5, longitude: 8.25 },
      people: [{ name: 'Ada' }, {}],
    };
    expect(read(takeout)).toEqual({
      tags: ['Ada'],
      capturedAt: '2025-07-02T00:00:00.000Z',
      position: { longitude: 8.25, latitude: 46.5 },
    });
  });

  it.each([
    [
      { tags: ['a', 1, null], latitude: 1, longitude: 2 },
      { tags: ['a'], position: { longitude: 2, latitude: 1 } },
    ],
    [{ latitude: 91, longitude: 2 }, { tags: [] }],
    [['tags'], { tags: [] }],
    [{ capturedAt: 'hello', latitude: 0, longitude: 0 }, { tags: [] }],
    [{ capturedAt: '2015-02-30T10:00:00' }, { tags: [] }],
    [{ capturedAt: '2015-02-28T10:00:00+05:45' }, { tags: [], capturedAt: '2015-02-28T10:00:00+05:45' }],
    [{ photoTakenTime: { timestamp: '-2071908000' } }, { tags: [], capturedAt: '1904-05-06T14:00:00.000Z' }],
    [{ photoTakenTime: { timestamp: -1 } }, { tags: [], capturedAt: '1969-12-31T23:59:59.000Z' }],
    [{ photoTakenTime: { timestamp: '0' } }, { tags: [] }],
    [{ photoTakenTime: { timestamp: '' } }, { tags: [] }],
    [
      { photoTakenTime: { timestamp: '0x10' }, capturedAt: '2015-01-01T00:00:00' },
      { tags: [], capturedAt: '2015-01-01T00:00:00' },
    ],
    [
      { latitude: '46,501', longitude: '8.25' },
      { tags: [], position: { longitude: 8.25, latitude: 46.501 } },
    ],
    [null, { tags: [] }],
    [{ tags: 'a', people: 'b', photoTakenTime: { timestamp: 'x' } }, { tags: [] }],
  ])('reads %j', (json, facts) => {
    expect(read(json)).toEqual(facts);
  });
});
