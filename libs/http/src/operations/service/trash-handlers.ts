import { grants, isAtLeast, roleOn, type Acting, type Caller, type GrantRole } from '@cairn/access';
import {
  restoreTrashBodySchema,
  trashFileQuerySchema,
  trashQuerySchema,
  type AlbumRecord,
  type EmptiedTrash,
  type RestoredImage,
  type RestoredTrash,
  type TrashEntryRecord,
  type TrashPage,
} from '@cairn/api-schema';
import { EmptyTrash, RestoreFromTrash } from '@cairn/composition';
import { FileName, OpenRemovedFile, RestoreAlbum, RestoreImage } from '@cairn/images';
import {
  formatCursor,
  NotInTrash,
  parseAll,
  parseCursor,
  Trash,
  walk,
  type TrashEntry,
  type TrashKind,
} from '@cairn/kernel';
import { RestoreDeletion } from '@cairn/spaces';
import { actingIn, reaches } from '../../access/acting.js';
import { parse } from '../../messages/faults.js';
import { readJson } from '../../bodies/json-body.js';
import { timestamp } from '../../responses/timestamp.js';
import { albumRecord } from '../../images/album-view.js';
import { imageRecord } from '../../images/image-view.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

const ENTRIES_PER_PAGE = 100;

const MAX_AT_ONCE = 1_000;

/** The role in a kind of entry that callers in another account need to restore what they deleted themselves. */
const roles: Readonly<Record<TrashKind, GrantRole>> = {
  image: 'contributor',
  album: 'manager',
  space: 'manager',
  features: 'editor',
  map: 'manager',
};

/** What was deleted and can be restored. */
export function trashHandlers({ application, shared, addresses, files }: HttpServices): OperationHandlers {
  const trash = application.get(Trash);
  const restoreFromTrash = application.get(RestoreFromTrash);
  const restoreImage = application.get(RestoreImage);
  const restoreAlbum = application.get(RestoreAlbum);
  const restoreDeletion = application.get(RestoreDeletion);
  const openRemovedFile = application.get(OpenRemovedFile);
  const emptyTrash = application.get(EmptyTrash);
  function allOf(owner: string, deletion: string): AsyncIterable<readonly TrashEntry[]> {
    return walk((after) => trash.list(owner, { deletion }, { limit: MAX_AT_ONCE, after }));
  }

  /** @throws {NotInTrash} also if the caller may not restore the entry. */
  async function assertMayRestore(owner: string, id: string, acting: Acting | undefined): Promise<void> {
    if (acting === undefined) return;
    const [entry] = await trash.find(owner, [id]);
    if (entry === undefined || !mayRestore(acting, entry)) throw new NotInTrash();
  }
  return {
    listTrash: async ({ request, query }): Promise<TrashPage> => {
      const caller = callerOf(request);
      const { limit = ENTRIES_PER_PAGE, cursor, ...filter } = parse(query, trashQuerySchema);
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const acting = actingIn(request);
      const deletedBy = acting !== undefined && !managesAll(acting) ? acting.bearer : undefined;
      const { items, next } = await trash.list(caller.accountId, { ...filter, deletedBy }, { limit, after });
      const entries = items
        .filter((entry) => isWithin(caller, entry.kind, 'read') && mayRestore(acting, entry))
        .map(entryRecord);
      return { entries, ...(next && { nextCursor: formatCursor(next) }) };
    },

    getTrashFile: async ({ request, response, query, params: { id = '' } }) => {
      const caller = callerOf(request);
      const { accountId } = caller;
      const { w = '320' } = parse(query, trashFileQuerySchema);
      await assertMayRestore(accountId, id, actingIn(request));
      const { served, fileName } = await openRemovedFile.execute(accountId, id);
      response.appendHeader('Vary', 'Authorization, Cookie');
      await files.sendPrivately({
        served,
        fileName: FileName.shown(fileName),
        query: `w=${w}`,
        isOriginal: false,
        isSigned: true, // the sizes are few, so they work whatever transforms the server allows to everyone
        request,
        response,
      });
    },

    restoreTrash: async ({ request, response }): Promise<RestoredTrash> => {
      const caller = callerOf(request);
      const { accountId } = caller;
      const { deletion, ids = [] } = await readJson(request, response, restoreTrashBodySchema);
      const unknown = new Set(ids);
      const all: RestoredTrash = { restored: [], left: [], missing: [] };
      const pages =
        deletion === undefined ? [await trash.find(accountId, [...unknown])] : allOf(accountId, deletion);
      for await (const page of pages) {
        const entries = page.filter(
          (entry) => isWithin(caller, entry.kind, 'write') && mayRestore(actingIn(request), entry),
        );
        for (const { id } of entries) unknown.delete(id);
        const done = await restoreFromTrash.execute(entries, restoreDeletion);
        all.restored.push(...done.restored);
        all.left.push(...done.left);
        all.missing.push(...done.missing);
      }
      return { ...all, missing: [...unknown, ...all.missing] };
    },

    emptyTrash: async ({ request }): Promise<EmptiedTrash> => {
      const caller = callerOf(request);
      const isWanted = (kind: TrashKind): boolean => isWithin(caller, kind, 'write');
      return { deleted: await emptyTrash.execute(caller.accountId, isWanted) };
    },

    purgeTrash: async ({ request, params: { id = '' } }) => {
      const caller = callerOf(request);
      const { accountId } = caller;
      const [entry] = await trash.find(accountId, [id]);
      if (entry === undefined || !isWithin(caller, entry.kind, 'write')) throw new NotInTrash();
      if ((await trash.purge(accountId, [id])) === 0) throw new NotInTrash();
      return NO_CONTENT;
    },

    restoreImage: async ({ request, params: { id = '' } }): Promise<RestoredImage> => {
      const { accountId } = callerOf(request);
      await assertMayRestore(accountId, id, actingIn(request));
      const { image, isRenamed } = await restoreImage.execute(accountId, id);
      return { ...imageRecord(image, addresses), isRenamed };
    },

    restoreAlbum: async ({ request, params: { id = '' } }): Promise<AlbumRecord> => {
      const { accountId } = callerOf(request);
      const acting = actingIn(request);
      await assertMayRestore(accountId, id, acting);
      const { album } = await restoreAlbum.execute(accountId, id);
      return albumRecord(await shared.shownAlbum(acting, album), addresses);
    },
  };
}

/** Whether the scopes of a caller cover a deleted thing. Spaces and maps have scopes of their own. */
const isWithin = ({ scopes }: Caller, kind: TrashKind, use: 'read' | 'write'): boolean =>
  kind === 'image' || kind === 'album' || grants(scopes, `spaces:${use}`);

const managesAll = (acting: Acting): boolean =>
  reaches(acting, { type: 'account', id: acting.accountId }, 'manager');

/** Managers of the account restore everything. Others restore what they deleted, while they still have access to it. */
function mayRestore(acting: Acting | undefined, { kind, deletedBy, parts }: TrashEntry): boolean {
  if (acting === undefined || managesAll(acting)) return true;
  const { accountId, bearer, held } = acting;
  return deletedBy === bearer && isAtLeast(roleOn(held, { accountId, parts }), roles[kind]);
}

function entryRecord(entry: TrashEntry): TrashEntryRecord {
  const { id, kind, title, deletion, deletedBy = null, sizeInBytes, features, thumbhash } = entry;
  const space = entry.parts.find(({ type }) => type === 'space')?.id;
  return {
    id,
    kind,
    title,
    deletion,
    deletedBy,
    deletedAt: timestamp(entry.deletedAt),
    expiresAt: timestamp(entry.expiresAt),
    sizeInBytes,
    ...(space !== undefined && { space }),
    ...(features !== undefined && { features }),
    ...(thumbhash !== undefined && { thumbhash }),
  };
}
