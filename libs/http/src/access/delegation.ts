import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import {
  AccessForbidden,
  bearerOf,
  isAtLeast,
  roleOn,
  type Acting,
  type Caller,
  type GrantedResource,
  type GrantTarget,
} from '@cairn/access';
import type { Operation, OperationReach } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { AlbumNotFound, ImageNotFound, parseImagePath, ReadImage } from '@cairn/images';
import { MapNotFound } from '@cairn/maps';
import { percentDecode } from '../messages/percent-decode.js';
import { pathOf } from '../messages/query.js';
import { requestContextOf } from '../messages/request-context.js';
import { reaches } from './acting.js';
import type { SharedAccess } from './shared-access.js';

/** The request header that names the account to act in. */
export const ACCOUNT_HEADER = 'cairn-account';

interface DelegationOptions {
  readonly application: Pick<Application, 'get'>;
  readonly shared: SharedAccess;
}

export interface DelegatedRequest {
  readonly request: IncomingMessage;
  readonly operation: Operation;
  readonly query: ParsedUrlQuery;
}

/** Lets callers act in accounts of others, within what was granted to them. `Operation.reach` says of what. */
export class Delegation {
  private readonly readImage: ReadImage;

  constructor(private readonly options: DelegationOptions) {
    this.readImage = options.application.get(ReadImage);
  }

  /**
   * Returns the other account that the caller acts in, with their grants there; `undefined` in their own account.
   * @throws {AccessForbidden} without the role. {ImageNotFound} {AlbumNotFound} {MapNotFound} for an image, album or map of
   * which nothing is shared with the caller.
   */
  async execute(caller: Caller, asked: DelegatedRequest): Promise<Acting | undefined> {
    const { [ACCOUNT_HEADER]: accountId } = asked.request.headers;
    const { reach } = asked.operation;
    if (typeof accountId !== 'string' || accountId === caller.accountId || reach === 'own') return undefined;
    const bearer = bearerOf(caller);
    const held = (await this.options.shared.heldBy(caller)).filter((grant) => grant.accountId === accountId);
    // An account without a grant for the caller looks like an account that does not exist.
    if (reach === 'keys' || bearer === undefined || held.length === 0) throw new AccessForbidden('owner');
    const acting: Acting = { accountId, bearer, held };
    const noteUse = (target: GrantTarget): void => this.options.shared.noteUse(held, target);
    requestContextOf(asked.request).noteUse = noteUse;
    const reached = reach === 'spaces' ? undefined : await this.assertReaches(acting, reach, asked);
    if (reached !== undefined) noteUse(reached);
    return acting;
  }

  /** Returns what the request is about; `undefined` if its handler knows. */
  private async assertReaches(
    acting: Acting,
    { on, role }: OperationReach,
    asked: DelegatedRequest,
  ): Promise<GrantTarget | undefined> {
    const { accountId } = acting;
    const only = (resource: GrantedResource): GrantTarget => ({ accountId, parts: [resource] });
    const account = { type: 'account', id: accountId } as const;
    if (reaches(acting, account, role)) return on === 'body' ? undefined : only(account);
    switch (on) {
      case 'account':
        throw new AccessForbidden(role);
      case 'body':
        // Callers who have the role nowhere are rejected before the body is received.
        if (!acting.held.some((grant) => isAtLeast(grant.role, role))) throw new AccessForbidden(role);
        return undefined;
      case 'folder':
      case 'parent': {
        const folder = { type: 'folder', id: folderIn(asked.query, on) } as const;
        if (!reaches(acting, folder, role)) throw new AccessForbidden(role);
        return only(folder);
      }
      case 'album': {
        const album = { type: 'album', id: idIn(asked.request) } as const;
        if (reaches(acting, album, role)) return only(album);
        if (!reaches(acting, album, 'viewer')) throw new AlbumNotFound();
        throw new AccessForbidden(role);
      }
      case 'map': {
        const map = { type: 'map', id: idIn(asked.request) } as const;
        if (reaches(acting, map, role)) return only(map);
        if (!reaches(acting, map, 'viewer')) throw new MapNotFound();
        throw new AccessForbidden(role);
      }
      case 'image':
        return await this.assertReachesImage(acting, idIn(asked.request), role);
    }
  }

  private async assertReachesImage(
    { accountId, held, bearer }: Acting,
    id: string,
    role: OperationReach['role'],
  ): Promise<GrantTarget> {
    const image = await this.readImage.execute(accountId, id);
    const target = await this.options.shared.imageTarget(held, image);
    const has = roleOn(held, target);
    if (has === undefined) throw new ImageNotFound();
    const isTheirs = image.addedBy === bearer && isAtLeast(has, 'contributor');
    if (!isAtLeast(isTheirs ? 'editor' : has, role)) throw new AccessForbidden(role);
    return target;
  }
}

/** Reads the same parameter that the operation reads, and no other. */
function folderIn({ path, parent }: ParsedUrlQuery, on: 'folder' | 'parent'): string {
  const text = on === 'folder' ? path : parent;
  return typeof text === 'string' ? parseImagePath(text) : '';
}

/** The identifier is the third segment of the path. Segments for parts of the resource may follow. */
const idIn = (request: IncomingMessage): string => percentDecode(pathOf(request).split('/')[3] ?? '');
