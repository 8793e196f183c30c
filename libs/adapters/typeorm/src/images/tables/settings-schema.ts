import type { FolderDefault, Preset } from '@cairn/images';
import type { SigningKey } from '@cairn/images/spi';
import type { Table } from '../../sql/table.js';

/** The installation that the database belongs to: no row, or one with `number` 1. */
export interface InstallationRow {
  readonly number: number;
  readonly id: string;
  readonly restoredAt: number | null;
}

export const InstallationSchema: Table<InstallationRow> = {
  name: 'installation',
  columns: {
    number: { type: 'integer', primary: true },
    id: { type: 'text' },
    restoredAt: { type: 'integer', name: 'restored_at', nullable: true },
  },
};

/** Presets are stored unchanged. */
export const PresetSchema: Table<Preset> = {
  name: 'preset',
  columns: {
    name: { type: 'text', primary: true },
    query: { type: 'text' },
    updatedAt: { type: 'integer', name: 'updated_at' },
  },
};

/** The default of a folder, and whose folder. */
export interface FolderDefaultRow extends FolderDefault {
  readonly owner: string;
}

export const FolderDefaultSchema: Table<FolderDefaultRow> = {
  name: 'folder_default',
  columns: {
    owner: { type: 'text', primary: true },
    path: { type: 'text', primary: true },
    visibility: { type: 'text' },
  },
};

/** Signing keys are stored unchanged. */
export const SigningKeySchema: Table<SigningKey> = {
  name: 'signing_key',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text', unique: true },
    secret: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};
