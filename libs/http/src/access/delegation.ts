import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { AccessForbidden, bearerOf, isAtLeast, type Acting, type Caller } from '@cairn/access';
import type { Operation, OperationReach } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { AlbumNotFound, ImageNotFound, parseImagePath, ReadImage } from '@cairn/images';
import { percentDecode } from '../messages/percent-decode.js';
import { pathOf } from '../messages/query.js';
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
   * @throws {AccessForbidden} without the role. {ImageNotFound} {AlbumNotFound} for an image or album of which nothing
   * is shared with the caller.
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
        // Callers who have the role nowhere are rejected before the body is received.
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

/** Reads the same parameter that the operation reads, and no other. */
function folderIn({ path, parent }: ParsedUrlQuery, on: 'folder' | 'parent'): string {
  const text = on === 'folder' ? path : parent;
  return typeof text === 'string' ? parseImagePath(text) : '';
}

/** The identifier is the third segment of the path. Segments for parts of the resource may follow. */
const idIn = (request: IncomingMessage): string => percentDecode(pathOf(request).split('/')[3] ?? '');
