import type { IncomingMessage } from 'node:http';
import { callerIn, isAtLeast, roleOn } from '@cairn/access';
import type { Application } from '@cairn/composition';
import { FindPublicMap, MapNotFound, type LayerReader, type MapKey } from '@cairn/maps';
import type { Caller } from '@cairn/spaces';
import { actingIn } from '../access/acting.js';
import { callerOf } from '../access/caller.js';
import type { Principals } from '../access/guard/principals.js';
import { holderOf, requestContextOf } from '../messages/request-context.js';
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

/** Reads maps for those with whom they are shared, and public ones for everybody. */
export class MapReading {
  private readonly findPublic: FindPublicMap;

  constructor(
    application: Pick<Application, 'get'>,
    private readonly hubCallers: HubCallers,
    private readonly principals: Pick<Principals, 'needed'>,
  ) {
    this.findPublic = application.get(FindPublicMap);
  }

  /**
   * Of a public map that is not the caller's, readers see the same as anybody.
   * @throws {MapNotFound} {HttpError} 401 for someone without a credential, who might read it with one.
   */
  async read<T>(
    request: IncomingMessage,
    id: string,
    read: (key: MapKey, reader: LayerReader) => Promise<T>,
  ): Promise<T> {
    const { principal } = requestContextOf(request);
    const holder = holderOf(request);
    const isKnown = principal.kind === 'link' || callerIn(principal) !== undefined;
    try {
      if (isKnown)
        return await read(mapKeyOf(request, id), {
          caller: spaceReaderOf(request, this.hubCallers),
          holder,
        });
    } catch (error) {
      if (!(error instanceof MapNotFound)) throw error;
    }
    try {
      return await read(await this.findPublic.execute(id), { holder });
    } catch (error) {
      if (error instanceof MapNotFound && !isKnown) throw this.principals.needed();
      throw error;
    }
  }
}
