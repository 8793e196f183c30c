import type { AuditRecord } from '@cairn/api-schema';
import { isWrite, operations } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { activity } from '../../i18n/en/activity.ts';
import { addressesOf } from './addresses.ts';

const entry = (id: string, operation: string, target: string | null, status = 200): AuditRecord => ({
  id,
  at: '2026-01-02T03:04:05.678Z',
  accountId: 'a',
  principal: 'key:k',
  operation,
  target,
  status,
  address: null,
  count: 1,
});

describe('the texts of the audit trail', () => {
  it('have every operation that can be in it, and no others', () => {
    const noted = operations.filter((operation) => isWrite(operation) && operation.access !== 'open');
    const ids = [...noted.map(({ id }) => id), 'resetPassword', 'uploadSharedPage'].toSorted();
    expect(Object.keys(activity.operations).toSorted()).toEqual(ids);
  });
});

describe('the addresses of what was changed', () => {
  it('lead to images, albums, spaces and features', () => {
    const entries = [
      entry('1', 'uploadImage', 'I'),
      entry('2', 'uploadAlbumImage', 'A'),
      entry('3', 'postFeatures', 'S'),
      entry('4', 'makeTileArchive', 'S.pmtiles'),
      entry('5', 'patchFeature', 'S/a b'),
      entry('6', 'revokeKey', 'K'),
      entry('7', 'createSpace', null),
    ];
    expect(Object.fromEntries(addressesOf(entries))).toEqual({
      '1': '/images/I',
      '2': '/albums/A',
      '3': '/spaces/S',
      '4': '/spaces/S',
      '5': '/spaces/S?feature=a%20b',
    });
  });

  it('are left out of what was deleted, until it came back', () => {
    const entries = [
      entry('1', 'deleteImage', 'kept', 403),
      entry('2', 'restoreImage', 'back'),
      entry('3', 'deleteImage', 'back'),
      entry('4', 'deleteImage', 'gone'),
      entry('5', 'patchImage', 'gone'),
      entry('6', 'deleteSpace', 'S', 204),
      entry('7', 'putFeature', 'S/F'),
      entry('8', 'deleteFeature', 'T/F', 204),
      entry('9', 'putFeature', 'T/F'),
      entry('10', 'putFeatures', 'T'),
    ];
    expect([...addressesOf(entries).keys()]).toEqual(['1', '2', '3', '10']);
  });
});
