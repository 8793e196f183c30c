import { AUDITED_TYPES, missingScope, type AuditedResource, type AuditEntry } from '@cairn/access';
import {
  ACTIVITY_KINDS,
  activityOperations,
  activityQuerySchema,
  seenActivityBodySchema,
  type ActivityRowRecord,
  type NewActivityRecord,
} from '@cairn/api-schema';
import { ReadActivity, type ActivityPicture, type ActivityRow } from '@cairn/composition';
import { callerOf, visitorOf } from '../../access/caller.js';
import { readJson } from '../../bodies/json-body.js';
import { parse } from '../../messages/faults.js';
import { sendListing } from '../../responses/send-listing.js';
import { timestamp } from '../../responses/timestamp.js';
import type { Addresses } from '../../messages/addresses.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** Without what changes nothing. */
const everyKind = ACTIVITY_KINDS.flatMap((kind): readonly string[] => activityOperations[kind]);

/** The audit trail as people read it, and what is new of it to a user. */
export function activityHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const readActivity = application.get(ReadActivity);
  return {
    listActivity: async ({ request, response, query }) => {
      const caller = callerOf(request);
      const asked = parse(query, activityQuerySchema);
      const { accountId = caller.accountId, thing, kind, since, until } = asked;
      const { principal, guest, operation } = asked;
      const seesImages = missingScope(caller, ['images:read']) === undefined;
      /** An administrator reads what was done in all accounts, but sees the images of none but their own. */
      const shown = (row: ActivityRow): ActivityRow =>
        seesImages && row.first.accountId === caller.accountId ? row : { ...row, pictures: [] };
      const wanted = {
        principal,
        guest,
        operation,
        operations: kind === undefined ? everyKind : activityOperations[kind],
        thing: thing === undefined ? undefined : thingIn(thing),
        accountId: accountId === '*' ? undefined : accountId,
        since: since === undefined ? undefined : Date.parse(since),
        until: until === undefined ? undefined : Date.parse(until),
      };
      await sendListing({
        query,
        response,
        url: `${addresses.baseUrl}/api/activity`,
        list: (page) => readActivity.execute(caller, wanted, page),
        show: (row) => rowRecord(shown(row), addresses),
      });
    },

    getNewActivity: async ({ request }): Promise<NewActivityRecord> => {
      const { seenAt, latestAt, rows, ...counted } = await readActivity.news(visitorOf(request).user.id);
      return {
        seenAt: timestamp(seenAt),
        latestAt: latestAt === undefined ? null : timestamp(latestAt),
        ...counted,
        rows: rows.map((row) => rowRecord(row, addresses)),
      };
    },

    markActivitySeen: async ({ request, response }) => {
      const { until } = await readJson(request, response, seenActivityBodySchema);
      await readActivity.markSeen(visitorOf(request).user.id, Date.parse(until));
      return NO_CONTENT;
    },
  };
}

/** As the schema has checked it: a type, a colon and an identifier. */
function thingIn(text: string): AuditedResource {
  const colon = text.indexOf(':');
  const type = AUDITED_TYPES.find((one) => one === text.slice(0, colon)) ?? 'image';
  return { type, id: text.slice(colon + 1) };
}

function rowRecord(row: ActivityRow, addresses: Addresses): ActivityRowRecord {
  const { first, lastAt, count, imageCount, pictures, by } = row;
  const { id, at, accountId, principal, operation, status, target = null } = first;
  return {
    id: first.joinedTo?.first ?? id,
    since: timestamp(at),
    at: timestamp(lastAt),
    accountId,
    by: { ...actorIn(principal), name: by ?? null },
    ...namedIn(first),
    operation,
    status,
    target,
    count,
    imageCount,
    images: pictures.map((picture) => pictureRecord(picture, addresses)),
  };
}

/** The guest and the thing of an entry, as its records have them. */
export function namedIn({ guest, thing }: AuditEntry): Pick<ActivityRowRecord, 'guest' | 'thing'> {
  return {
    guest: guest === undefined ? null : { id: guest.id, name: guest.name ?? null },
    thing: thing === undefined ? null : { ...thing, title: thing.title ?? null },
  };
}

function actorIn(principal: string): Pick<ActivityRowRecord['by'], 'type' | 'id'> {
  const [kind, id = null] = principal.split(':', 2);
  if (kind === 'user' || kind === 'key' || kind === 'link') return { type: kind, id };
  return { type: kind === 'token' ? 'token' : 'erased', id: null };
}

function pictureRecord(
  { id, name, image, thumbhash }: ActivityPicture,
  addresses: Addresses,
): ActivityRowRecord['images'][number] {
  return {
    id,
    name,
    url: image === undefined ? null : addresses.ofFile(image),
    path: image?.path ?? null,
    visibility: image?.visibility ?? null,
    thumbhash: thumbhash ?? null,
  };
}
