import type { AuditedType, AuditEntry } from '@cairn/access';
import { idOf, integer, optional, table, text } from '../sql/table.js';

const SINCE = 'Activity1796800001000';

/** An entry. `images` are separated by spaces; `joinedTo` is empty for the first entry of a row. */
export interface AuditRow extends Pick<
  AuditEntry,
  'id' | 'at' | 'accountId' | 'principal' | 'operation' | 'status'
> {
  readonly target: string | null;
  readonly address: string | null;
  readonly count: number;
  readonly guestId: string | null;
  readonly guestName: string | null;
  readonly thingType: AuditedType | null;
  readonly thingId: string | null;
  readonly title: string | null;
  readonly images: string;
  readonly imageCount: number;
  readonly fromOthers: number;
  readonly joinedTo: string;
  readonly place: number;
}

export const AuditSchema = table<AuditRow>(
  'audit_entry',
  {
    at: integer,
    id: text,
    accountId: idOf('owner'),
    principal: idOf('actor', 'replaced'),
    operation: text,
    target: optional(text),
    status: integer,
    address: optional(text),
    count: { ...integer, column: 'times', default: 1 },
    guestId: optional({ ...text, since: SINCE }),
    guestName: optional({ ...text, since: SINCE }),
    thingType: optional({ ...text, since: SINCE }),
    thingId: optional({ ...text, since: SINCE }),
    title: optional({ ...text, since: SINCE }),
    images: { ...text, default: '', since: SINCE },
    imageCount: { ...integer, default: 0, since: SINCE },
    fromOthers: { ...integer, default: 0, since: SINCE },
    joinedTo: { ...text, default: '', since: SINCE },
    place: { ...integer, default: 0, since: SINCE },
  },
  {
    traces: 'auditEntries',
    primaryKey: ['at', 'id'],
    indexes: {
      audit_entry_by_account: '(account_id, at, id)',
      audit_entry_first: { of: `(account_id, at, id) WHERE joined_to = ''`, since: SINCE },
      // With what `joined` sums up, so that long rows are read from the index alone.
      audit_entry_joined: {
        of: `(joined_to, place, image_count, at, id) WHERE joined_to <> ''`,
        since: SINCE,
      },
      audit_entry_from_others: { of: '(account_id, at, id) WHERE from_others = 1', since: SINCE },
    },
    withoutRowid: true,
  },
);

export function auditRow({ target, address, count, ...entry }: AuditEntry): AuditRow {
  const { guest, thing, images = [], imageCount = 0, isFromOthers, joinedTo } = entry;
  const { id, at, accountId, principal, operation, status } = entry;
  return {
    id,
    at,
    accountId,
    principal,
    operation,
    status,
    target: target ?? null,
    address: address ?? null,
    count: count ?? 1,
    guestId: guest?.id ?? null,
    guestName: guest?.name ?? null,
    thingType: thing?.type ?? null,
    thingId: thing?.id ?? null,
    title: thing?.title ?? null,
    images: images.join(' '),
    imageCount,
    fromOthers: isFromOthers === true ? 1 : 0,
    joinedTo: joinedTo?.first ?? '',
    place: joinedTo?.place ?? 0,
  };
}

export function toAuditEntry(row: AuditRow): AuditEntry {
  const { id, at, accountId, principal, operation, status, target, address, count } = row;
  const { guestId, guestName, thingType, thingId, title, images, imageCount, joinedTo, place } = row;
  return {
    id,
    at,
    accountId,
    principal,
    ...(guestId !== null && { guest: { id: guestId, ...(guestName !== null && { name: guestName }) } }),
    operation,
    ...(target !== null && { target }),
    ...(thingType !== null &&
      thingId !== null && { thing: { type: thingType, id: thingId, ...(title !== null && { title }) } }),
    ...(images !== '' && { images: imagesIn(images) }),
    ...(imageCount !== 0 && { imageCount }),
    ...(row.fromOthers === 1 && { isFromOthers: true as const }),
    ...(joinedTo !== '' && { joinedTo: { first: joinedTo, place } }),
    status,
    ...(address !== null && { address }),
    ...(count !== 1 && { count }),
  };
}

/** The images of a row. */
export const imagesIn = (images: string): readonly string[] => (images === '' ? [] : images.split(' '));
