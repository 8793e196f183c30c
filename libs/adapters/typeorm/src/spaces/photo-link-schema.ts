import { formatSource, type PhotoLink } from '@cairn/photo-places';
import { parseSource, type PhotoWork } from '@cairn/photo-places/spi';
import { idOf, integer, oneOf, optional, table, text } from '../sql/table.js';

/** A link and its work in one row. `source` is from `formatSource`, `progress` is the work's `after`. */
export interface PhotoLinkRow extends Omit<PhotoLink, 'source' | 'work'>, WorkRow {
  readonly source: string;
}

interface WorkRow extends Pick<PhotoWork, 'phase' | 'done' | 'dueAt'> {
  readonly progress: string | null;
  readonly faultCode: string | null;
  readonly faultDetail: string | null;
}

export const PhotoLinkSchema = table<PhotoLinkRow>(
  'photo_link',
  {
    id: text,
    owner: idOf('owner', 'apart'),
    source: text,
    spaceId: { ...text, references: 'space (id) ON DELETE CASCADE' },
    createdAt: integer,
    generation: integer,
    phase: oneOf('placing', 'checking', 'idle', 'blocked', 'removing'),
    progress: optional(text),
    done: integer,
    faultCode: optional(text),
    faultDetail: optional(text),
    dueAt: integer,
  },
  {
    traces: 'photoLinks',
    unique: [['owner', 'source', 'spaceId']],
    indexes: {
      photo_link_by_due: '(due_at, id)',
      photo_link_by_space: '(space_id)',
    },
  },
);

export function workRow({ phase, after, done, fault, dueAt }: PhotoWork): WorkRow {
  const { code = null, detail = null } = fault ?? {};
  return { phase, progress: after ?? null, done, faultCode: code, faultDetail: detail, dueAt };
}

export function toRow({ source, work, ...link }: PhotoLink): PhotoLinkRow {
  return { ...link, source: formatSource(source), ...workRow(work) };
}

export function toLink(row: PhotoLinkRow): PhotoLink {
  const { id, owner, source, spaceId, createdAt, generation } = row;
  const link = { id, owner, source: parseSource(source), spaceId, createdAt, generation };
  return { ...link, work: toWork(row) };
}

function toWork({ phase, progress, done, faultCode, faultDetail, dueAt }: WorkRow): PhotoWork {
  return {
    phase,
    done,
    dueAt,
    ...(progress !== null && { after: progress }),
    ...(faultCode !== null && { fault: { code: faultCode, detail: faultDetail ?? '' } }),
  };
}
