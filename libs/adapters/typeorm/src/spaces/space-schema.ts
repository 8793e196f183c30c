import type { Space } from '@cairn/spaces';
import { idOf, integer, table, text } from '../sql/table.js';

/** A space as a row. Members that listings filter by have columns of their own. */
export interface SpaceRow extends Omit<Space, 'settings'> {
  /** As JSON. */
  readonly settings: string;
  /** 1 or 0. */
  readonly shared: number;
}

export const SpaceSchema = table<SpaceRow>(
  'space',
  {
    id: text,
    title: text,
    description: text,
    owner: idOf('owner', 'apart'),
    storageId: text,
    createdAt: integer,
    updatedAt: integer,
    contentUpdatedAt: integer,
    settings: { ...text, default: '{}' },
    shared: { ...integer, default: 0 },
  },
  {
    traces: 'spaces',
    indexes: {
      space_by_age: '(created_at, id)',
      space_by_owner: '(owner, created_at, id)',
      space_shared: '(created_at, id) WHERE shared = 1',
    },
  },
);

/** A tag of a space, a package that it is in, or its region. */
export interface SpaceLabel {
  readonly kind: 'tag' | 'package' | 'region';
  readonly name: string;
  readonly spaceId: string;
}

export const SpaceLabelSchema = table<SpaceLabel>(
  'space_label',
  {
    kind: text,
    name: text,
    spaceId: { ...text, references: 'space (id) ON DELETE CASCADE' },
  },
  {
    primaryKey: ['kind', 'name', 'spaceId'],
    indexes: {
      // Without it, removing a space would scan the labels of all spaces.
      space_label_by_space: '(space_id)',
    },
    withoutRowid: true,
  },
);

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
