import type { IncomingMessage } from 'node:http';
import {
  AccessForbidden,
  bearerOf,
  isAtLeast,
  roleOn,
  type Acting,
  type Caller,
  type GrantedResource,
  type GrantRole,
} from '@cairn/access';
import { parseImagePath } from '@cairn/images';
import { parseAll } from '@cairn/kernel';
import { requestContextOf } from '../messages/request-context.js';

/** The other account that the caller acts in, with their grants there; `undefined` in their own account. */
export function actingIn(request: IncomingMessage): Acting | undefined {
  return requestContextOf(request).acting;
}

/** The caller as the trash and jobs record them. */
export function askerIn(request: IncomingMessage, caller: Caller): string | undefined {
  return actingIn(request)?.bearer ?? bearerOf(caller);
}

/** In their own account a caller has every role. @throws {AccessForbidden} */
export function assertRole(request: IncomingMessage, resource: GrantedResource, role: GrantRole): void {
  const acting = actingIn(request);
  if (acting === undefined) return;
  if (!reaches(acting, resource, role)) throw new AccessForbidden(role);
  requestContextOf(request).noteUse?.({ accountId: acting.accountId, parts: [resource] });
}

/** Whether images may be put into a folder. @throws {AccessForbidden} {InvalidInput} naming the member `path`. */
export function assertMayAddTo(request: IncomingMessage, folder: string): void {
  if (actingIn(request) === undefined) return;
  const { path } = parseAll({ path: () => parseImagePath(folder) });
  assertRole(request, { type: 'folder', id: path }, 'contributor');
}

/** Not for images, which can also be reached through folders and albums. */
export function reaches({ held, accountId }: Acting, resource: GrantedResource, role: GrantRole): boolean {
  return isAtLeast(roleOn(held, { accountId, parts: [resource] }), role);
}
