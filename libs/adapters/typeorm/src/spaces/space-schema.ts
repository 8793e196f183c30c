import type { Space } from '@cairn/spaces';
import type { Table } from '../sql/table.js';

/** A space as a row. Members that listings filter by have columns of their own. */
export interface SpaceRow extends Omit<Space, 'settings'> {
  /** As JSON. */
  readonly settings: string;
  /** 1 or 0. */
  readonly shared: number;
}

export const SpaceSchema: Table<SpaceRow> = {
  name: 'space',
  columns: {
    id: { type: 'text', primary: true },
    title: { type: 'text' },
    description: { type: 'text' },
    owner: { type: 'text' },
    storageId: { type: 'text', name: 'storage_id' },
    createdAt: { type: 'integer', name: 'created_at' },
    updatedAt: { type: 'integer', name: 'updated_at' },
    contentUpdatedAt: { type: 'integer', name: 'content_updated_at' },
    settings: { type: 'text' },
    shared: { type: 'integer' },
  },
};

/** A tag of a space, a package that it is in, or its region. */
export interface SpaceLabel {
  readonly kind: 'tag' | 'package' | 'region';
  readonly name: string;
  readonly spaceId: string;
}

export const SpaceLabelSchema: Table<SpaceLabel> = {
  name: 'space_label',
  columns: {
    kind: { type: 'text', primary: true },
    name: { type: 'text', primary: true },
    spaceId: { type: 'text', name: 'space_id', primary: true },
  },
};

export function rowOf(space: Space): SpaceRow {
  const { settings } = space;
  return { ...space, settings: JSON.stringify(settings), shared: settings.shared === true ? 1 : 0 };
}

export function spaceOf({ settings, shared, ...space }: SpaceRow): Space {
  return { ...space, settings: parseSettings(settings) };
}

export function labelsOf({ id: spaceId, settings }: Space): readonly SpaceLabel[] {
  const { tags = {}, packages = [], region } = settings;
  return [
    ...Object.keys(tags).map((name) => ({ kind: 'tag' as const, name, spaceId })),
    ...packages.map((name) => ({ kind: 'package' as const, name, spaceId })),
    ...(region === undefined ? [] : [{ kind: 'region' as const, name: region, spaceId }]),
  ];
}

const parseSettings: (json: string) => Space['settings'] = JSON.parse;
