import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { AccessForbidden, bearerOf, isAtLeast, type Acting, type Caller } from '@cairn/access';
import { operationReach, type Operation, type OperationReach } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { AlbumNotFound, ImageNotFound, parseImagePath, ReadImage } from '@cairn/images';
import { percentDecode } from '../http/percent-decode.js';
import { pathOf } from '../http/query.js';
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

/** Lets callers act in accounts of others, as far as they were granted it. The table is `operationReach`. */
export class Delegation {
  private readonly readImage: ReadImage;

  constructor(private readonly options: DelegationOptions) {
    this.readImage = options.application.get(ReadImage);
  }

  /**
   * Returns as whom the caller acts, or `undefined` in their own account.
   * @throws {AccessForbidden} {ImageNotFound} {AlbumNotFound} as for what is not there, if nothing of it is shared.
   */
  async execute(caller: Caller, asked: DelegatedRequest): Promise<Acting | undefined> {
    const { [ACCOUNT_HEADER]: accountId } = asked.request.headers;
    const reach = operationReach[asked.operation.id] ?? 'keys';
    if (typeof accountId !== 'string' || accountId === caller.accountId || reach === 'own') return undefined;
    const bearer = bearerOf(caller);
    const held = (await this.options.shared.heldBy(caller)).filter((grant) => grant.accountId === accountId);
    // Of an account without a grant as much is told as of one that is not there.
    if (reach === 'keys' || bearer === undefined || held.length === 0) throw new AccessForbidden('owner');
    const acting: Acting = { accountId, bearer, held };
    if (reach !== 'spaces') await this.assertReaches(acting, reach, asked);
    return acting;
  }

  private async assertReaches(
    acting: Acting,
    { on, role }: OperationReach,
    asked: DelegatedRequest,
  ): Promise<void> {
    const { accountId } = acting;
    if (reaches(acting, { type: 'account', id: accountId }, role)) return;
    switch (on) {
      case 'account':
        throw new AccessForbidden(role);
      case 'body':
        // Nothing is received from those who have the role nowhere.
        if (!acting.held.some((grant) => isAtLeast(grant.role, role))) throw new AccessForbidden(role);
        return;
      case 'folder':
      case 'parent':
        if (!reaches(acting, { type: 'folder', id: folderIn(asked.query, on) }, role))
          throw new AccessForbidden(role);
        return;
      case 'album':
        if (reaches(acting, { type: 'album', id: idIn(asked.request) }, role)) return;
        if (!reaches(acting, { type: 'album', id: idIn(asked.request) }, 'viewer')) throw new AlbumNotFound();
        throw new AccessForbidden(role);
      case 'image':
        return await this.assertReachesImage(acting, idIn(asked.request), role);
    }
  }

  private async assertReachesImage(
    { accountId, held, bearer }: Acting,
    id: string,
    role: OperationReach['role'],
  ): Promise<void> {
    const image = await this.readImage.execute(accountId, id);
    const has = await this.options.shared.imageRole(held, image);
    if (has === undefined) throw new ImageNotFound();
    const isTheirs = image.addedBy === bearer && isAtLeast(has, 'contributor');
    if (!isAtLeast(isTheirs ? 'editor' : has, role)) throw new AccessForbidden(role);
  }
}

/** By the parameter that the operation itself reads, and no other. */
function folderIn({ path, parent }: ParsedUrlQuery, on: 'folder' | 'parent'): string {
  const text = on === 'folder' ? path : parent;
  return typeof text === 'string' ? parseImagePath(text) : '';
}

/** The last segment of the path of what has an identifier, or the one before its parts. */
const idIn = (request: IncomingMessage): string => percentDecode(pathOf(request).split('/')[3] ?? '');
