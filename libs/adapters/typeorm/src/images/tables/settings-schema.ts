import type { FolderDefault, FolderMetadata, Preset } from '@cairn/images';
import { FOLDER_METADATA, type SigningKey } from '@cairn/images/spi';
import { UPLOAD_TOKENS } from './upload-tokens-mark.js';
import { idOf, integer, oneOf, optional, table, text } from '../../sql/table.js';

/** The installation that the database belongs to: no row, or one with `number` 1. */
export interface InstallationRow {
  readonly number: number;
  readonly id: string;
  readonly restoredAt: number | null;
}

export const InstallationSchema = table<InstallationRow>('installation', {
  number: { ...integer, check: 'number = 1' },
  id: text,
  restoredAt: optional(integer),
});

/** Presets are stored unchanged. */
export const PresetSchema = table<Preset>('preset', {
  name: text,
  query: text,
  updatedAt: integer,
});

/** The default of a folder, and whose folder. */
export interface FolderDefaultRow extends Omit<FolderDefault, 'metadata'> {
  readonly owner: string;
  readonly metadata: FolderMetadata | null;
}

export const FolderDefaultSchema = table<FolderDefaultRow>(
  'folder_default',
  {
    owner: idOf('owner'),
    path: text,
    visibility: oneOf('public', 'unlisted', 'private'),
    metadata: optional({ ...oneOf(...FOLDER_METADATA), since: 'FolderMetadata1796800000800' }),
  },
  {
    traces: 'folderDefaults',
    primaryKey: ['owner', 'path'],
  },
);

export interface SigningKeyRow extends Omit<SigningKey, 'uploadsTo'> {
  readonly uploadsTo: string | null;
}

export const SigningKeySchema = table<SigningKeyRow>(
  'signing_key',
  {
    id: text,
    name: { ...text, unique: true },
    secret: text,
    createdAt: integer,
    uploadsTo: optional({ ...idOf('owner'), since: UPLOAD_TOKENS }),
  },
  { traces: 'signingKeys' },
);
