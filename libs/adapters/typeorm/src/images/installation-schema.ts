import type { Table } from '../sql/table.js';

/** The installation that the database belongs to: no row, or one with `number` 1. */
export interface InstallationRow {
  readonly number: number;
  readonly id: string;
}

export const InstallationSchema: Table<InstallationRow> = {
  name: 'installation',
  columns: {
    number: { type: 'integer', primary: true },
    id: { type: 'text' },
  },
};
