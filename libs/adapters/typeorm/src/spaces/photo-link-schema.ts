import { formatSource, type PhotoLink } from '@cairn/photo-places';
import { parseSource, type PhotoWork } from '@cairn/photo-places/spi';
import type { Table } from '../sql/table.js';

/** A link and its work in one row. `source` is from `formatSource`, `progress` is the work's `after`. */
export interface PhotoLinkRow extends Omit<PhotoLink, 'source' | 'work'>, WorkRow {
  readonly source: string;
}

interface WorkRow extends Pick<PhotoWork, 'phase' | 'done' | 'dueAt'> {
  readonly progress: string | null;
  readonly faultCode: string | null;
  readonly faultDetail: string | null;
}

export const PhotoLinkSchema: Table<PhotoLinkRow> = {
  name: 'photo_link',
  columns: {
    id: { type: 'text', primary: true },
    owner: { type: 'text' },
    source: { type: 'text' },
    spaceId: { type: 'text', name: 'space_id' },
    createdAt: { type: 'integer', name: 'created_at' },
    generation: { type: 'integer' },
    phase: { type: 'text' },
    progress: { type: 'text', nullable: true },
    done: { type: 'integer' },
    faultCode: { type: 'text', name: 'fault_code', nullable: true },
    faultDetail: { type: 'text', name: 'fault_detail', nullable: true },
    dueAt: { type: 'integer', name: 'due_at' },
  },
};

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
