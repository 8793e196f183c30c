import type { IncomingMessage } from 'node:http';
import {
  AccessForbidden,
  isAtLeast,
  roleOn,
  type Acting,
  type GrantedResource,
  type GrantRole,
} from '@cairn/access';
import { requestContextOf } from '../http/request-context.js';

/** Who acts in another account, if the caller does. */
export function actingIn(request: IncomingMessage): Acting | undefined {
  return requestContextOf(request).acting;
}

/** Whether the caller has the role in a resource of the account they act in. In their own they have every one. */
export function hasRole(request: IncomingMessage, resource: GrantedResource, role: GrantRole): boolean {
  const acting = actingIn(request);
  return acting === undefined || reaches(acting, resource, role);
}

/** @throws {AccessForbidden} */
export function assertRole(request: IncomingMessage, resource: GrantedResource, role: GrantRole): void {
  if (!hasRole(request, resource, role)) throw new AccessForbidden(role);
}

/** Not for images, which are reached by folders and albums too. */
export function reaches({ held, accountId }: Acting, resource: GrantedResource, role: GrantRole): boolean {
  return isAtLeast(roleOn(held, { accountId, parts: [resource] }), role);
}
