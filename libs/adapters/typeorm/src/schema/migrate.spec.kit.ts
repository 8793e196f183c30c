import { anImage } from '@cairn/testkit';
import { columnName, type AnyTable } from '../sql/table.js';
import { tables } from './tables.js';

/** Removes what is younger than the initial schema. */
export const younger = [
  `DELETE FROM image_count WHERE kind IN ('day', 'camera')`,
  ...(tables as readonly AnyTable[]).flatMap((table) => {
    if (table.since !== undefined) return [`DROP TABLE ${table.name}`];
    const indexes = Object.entries(table.indexes).filter(([, index]) => typeof index !== 'string');
    const columns = Object.entries(table.columns).filter(([, { since }]) => since !== undefined);
    return [
      ...indexes.map(([name]) => `DROP INDEX ${name}`),
      ...columns.map(([property]) => `ALTER TABLE ${table.name} DROP COLUMN ${columnName(table, property)}`),
    ];
  }),
];

/** Images whose derived columns are filled in all ways. */
export const photos = [
  {},
  { capturedAt: '2024-07-01T23:30:15.5+02:00', position: { longitude: -0.1234567, latitude: -51.5 } },
  { capturedAt: '1969-12-31T23:59:59', position: { longitude: 180, latitude: 90 } },
  { capturedAt: '0099-01-02T03:04:05', position: { longitude: -180, latitude: -90 } },
  { camera: { make: 'Canon', model: 'Canon EOS R5' }, position: { longitude: 8.55, latitude: 47.3833333 } },
  { camera: { make: 'FUJIFILM', model: 'X100V' } },
  { camera: { make: 'Leica' } },
  { camera: { model: 'X100V' } },
  { keyId: '\0\ud83d', camera: { model: String.raw`\u0000 \ud83d "\n\u0001` } },
].map((facts, index) =>
  anImage({
    description: { uploadSha256: 'ab'.repeat(32), removed: [], ...facts },
    file: { width: 1 + 37 * index, height: 6 * index + 1, orientation: 1 + index },
  }),
);
