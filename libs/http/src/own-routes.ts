import type { Application } from '@cairn/composition';
import type { Viewer } from '@cairn/images';
import type { Caller } from '@cairn/spaces';
import { callerOfHost, type HostPrincipal } from './access/guard/principals.js';
import { SharedAccess } from './access/shared-access.js';
import { failureOf } from './errors/failure.js';
import { hubStatuses } from './errors/hub-error.js';
import { problemStatuses } from './errors/problem.js';
import { isSeenBy } from './files/file-viewers.js';
import { spaceCallerOf } from './spaces/hub-callers.js';

const statuses = { ...hubStatuses, ...problemStatuses };

/** The HTTP status of an error of a use case; 500 for one that is not Cairn's. */
export const statusOf = (error: unknown): number => failureOf(error, statuses).status;

/** Who may see private files, for `OpenFile`: their owner, and those with whom they are shared. */
export function viewerOf(application: Pick<Application, 'get'>, principal: HostPrincipal): Viewer {
  const [shared, caller] = [new SharedAccess(application), callerOfHost(principal)];
  return async (file) => await isSeenBy(caller, file, { shared, role: 'viewer' });
}

/** Who asks use cases of spaces: with all rights on the spaces of the owner, and on others those that were granted. */
export async function callerOf(
  application: Pick<Application, 'get'>,
  principal: HostPrincipal,
): Promise<Caller> {
  const caller = callerOfHost(principal);
  const held = await new SharedAccess(application).heldBy(caller);
  return spaceCallerOf(caller, held, { anonymousAllowed: false });
}
