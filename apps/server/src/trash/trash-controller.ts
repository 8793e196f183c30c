import { grants, isAtLeast, roleOn, type Acting, type Caller, type GrantRole } from '@cairn/access';
import {
  restoreTrashBodySchema,
  trashQuerySchema,
  type AlbumRecord,
  type EmptiedTrash,
  type RestoredImage,
  type RestoredTrash,
  type TrashEntryRecord,
  type TrashPage,
} from '@cairn/api-schema';
import { EmptyTrash, RestoreFromTrash } from '@cairn/composition';
import { RestoreAlbum, RestoreImage } from '@cairn/images';
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
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { actingIn, reaches } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { SharedAccess } from '../access/shared-access.js';
import { parse } from '../http/faults.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { Addresses } from '../http/addresses.js';
import { readJson } from '../http/body/json-body.js';
import { timestamp } from '../http/responses/timestamp.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { albumRecord } from '../albums/album-view.js';
import { imageRecord } from '../images/image-view.js';

const ENTRIES_PER_PAGE = 100;
const MAX_AT_ONCE = 1_000;

/** The role in a kind of entry that callers in another account need to restore what they deleted themselves. */
const roles: Readonly<Record<TrashKind, GrantRole>> = {
  image: 'contributor',
  album: 'manager',
  space: 'manager',
  features: 'editor',
};

/** What was deleted and can be restored. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class TrashController {
  constructor(
    @FromApplication(Trash) private readonly trash: Trash,
    @FromApplication(RestoreFromTrash) private readonly restoreFromTrash: RestoreFromTrash,
    @FromApplication(RestoreImage) private readonly restoreImage: RestoreImage,
    @FromApplication(RestoreAlbum) private readonly restoreAlbum: RestoreAlbum,
    @FromApplication(RestoreDeletion) private readonly restoreDeletion: RestoreDeletion,
    @FromApplication(EmptyTrash) private readonly emptyTrash: EmptyTrash,
    @Inject(SharedAccess) private readonly shared: SharedAccess,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('listTrash')
  async list(@Authenticated() caller: Caller, @Req() request: Request): Promise<TrashPage> {
    const { limit = ENTRIES_PER_PAGE, cursor, ...filter } = parse(request.query, trashQuerySchema);
    const { cursor: after } = parseAll({
      cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
    });
    const acting = actingIn(request);
    const deletedBy = acting !== undefined && !managesAll(acting) ? acting.bearer : undefined;
    const { items, next } = await this.trash.list(
      caller.accountId,
      { ...filter, deletedBy },
      { limit, after },
    );
    const entries = items
      .filter((entry) => isWithin(caller, entry.kind, 'read') && mayRestore(acting, entry))
      .map(entryRecord);
    return { entries, ...(next && { nextCursor: formatCursor(next) }) };
  }

  @HandlesOperation('restoreTrash')
  async restore(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RestoredTrash> {
    const { accountId } = caller;
    const { deletion, ids = [] } = await readJson(request, response, restoreTrashBodySchema);
    const unknown = new Set(ids);
    const all: RestoredTrash = { restored: [], left: [], missing: [] };
    const pages =
      deletion === undefined
        ? [await this.trash.find(accountId, [...unknown])]
        : this.allOf(accountId, deletion);
    for await (const page of pages) {
      const entries = page.filter(
        (entry) => isWithin(caller, entry.kind, 'write') && mayRestore(actingIn(request), entry),
      );
      for (const { id } of entries) unknown.delete(id);
      const done = await this.restoreFromTrash.execute(entries, this.restoreDeletion);
      all.restored.push(...done.restored);
      all.left.push(...done.left);
      all.missing.push(...done.missing);
    }
    return { ...all, missing: [...unknown, ...all.missing] };
  }

  @HandlesOperation('emptyTrash')
  async empty(@Authenticated() caller: Caller): Promise<EmptiedTrash> {
    const isWanted = (kind: TrashKind): boolean => isWithin(caller, kind, 'write');
    return { deleted: await this.emptyTrash.execute(caller.accountId, isWanted) };
  }

  @HandlesOperation('purgeTrash')
  async purge(@Authenticated() caller: Caller, @Param('id') id: string): Promise<void> {
    const { accountId } = caller;
    const [entry] = await this.trash.find(accountId, [id]);
    if (entry === undefined || !isWithin(caller, entry.kind, 'write')) throw new NotInTrash();
    if ((await this.trash.purge(accountId, [id])) === 0) throw new NotInTrash();
  }

  @HandlesOperation('restoreImage')
  async image(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Param('id') id: string,
  ): Promise<RestoredImage> {
    await this.assertMayRestore(accountId, id, actingIn(request));
    const { image, isRenamed } = await this.restoreImage.execute(accountId, id);
    return { ...imageRecord(image, this.addresses), isRenamed };
  }

  @HandlesOperation('restoreAlbum')
  async album(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Param('id') id: string,
  ): Promise<AlbumRecord> {
    const acting = actingIn(request);
    await this.assertMayRestore(accountId, id, acting);
    const { album } = await this.restoreAlbum.execute(accountId, id);
    return albumRecord(await this.shared.shownAlbum(acting, album), this.addresses);
  }

  private allOf(owner: string, deletion: string): AsyncIterable<readonly TrashEntry[]> {
    return walk((after) => this.trash.list(owner, { deletion }, { limit: MAX_AT_ONCE, after }));
  }

  /** @throws {NotInTrash} also if the caller may not restore the entry. */
  private async assertMayRestore(owner: string, id: string, acting: Acting | undefined): Promise<void> {
    if (acting === undefined) return;
    const [entry] = await this.trash.find(owner, [id]);
    if (entry === undefined || !mayRestore(acting, entry)) throw new NotInTrash();
  }
}

/** Whether the scopes of a caller cover a deleted thing. Spaces have scopes of their own. */
const isWithin = ({ scopes }: Caller, kind: TrashKind, use: 'read' | 'write'): boolean =>
  (kind !== 'space' && kind !== 'features') || grants(scopes, `spaces:${use}`);

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
