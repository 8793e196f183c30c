import type { IncomingMessage } from 'node:http';
import { isAtLeast, roleOn } from '@cairn/access';
import { MapNotFound, type MapKey } from '@cairn/maps';
import type { Caller } from '@cairn/spaces';
import { actingIn } from '../access/acting.js';
import { callerOf } from '../access/caller.js';
import { requestContextOf } from '../messages/request-context.js';
import type { HubCallers } from '../spaces/hub-callers.js';

/** The map that a request names, of the account that it is for. @throws {MapNotFound} for a link that opens something else */
export function mapKeyOf(request: IncomingMessage, id: string): MapKey {
  const { principal } = requestContextOf(request);
  if (principal.kind !== 'link') return { owner: callerOf(request).accountId, id };
  const { accountId: owner, resource } = principal.link;
  if (resource.type !== 'map' || resource.id !== id) throw new MapNotFound();
  return { owner, id };
}

/** What a reader of maps may read of spaces anyway; nothing, if it is the holder of a link. */
export function spaceReaderOf(request: IncomingMessage, hubCallers: HubCallers): Caller | undefined {
  return requestContextOf(request).principal.kind === 'link' ? undefined : hubCallers.of(request);
}

/** Whether who reads a map may know what it is made of, besides what it shows. */
export function seesWhole(request: IncomingMessage, id: string): boolean {
  if (requestContextOf(request).principal.kind === 'link') return false;
  const acting = actingIn(request);
  if (acting === undefined) return true;
  const { accountId, held } = acting;
  return isAtLeast(roleOn(held, { accountId, parts: [{ type: 'map', id }] }), 'editor');
}
