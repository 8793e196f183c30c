import { spacesQuerySchema } from '@cairn/api-schema';
import { parseAll } from '@cairn/kernel';
import type { Application } from '@cairn/composition';
import { ListSpaces, ReadSpace } from '@cairn/spaces';
import type { Addresses } from '../http/addresses.js';
import { parse } from '../http/faults.js';
import { compressed } from '../http/responses/compressed.js';
import { sendJson } from '../http/responses/send-json.js';
import { sendListing } from '../http/responses/send-listing.js';
import type { OperationHandler } from '../http/operations/operation-handler.js';
import type { HubCallers } from './hub-callers.js';
import { hubQuery } from './hub-query.js';
import { parseConditions } from './number-conditions.js';
import type { SpaceView } from './space-view.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
  readonly hubCallers: HubCallers;
  readonly spaceView: SpaceView;
}

/** The operations of the spaces API that do not go through NestJS. */
export function spaceHandlers({
  application,
  addresses,
  hubCallers,
  spaceView,
}: Options): Readonly<Record<string, OperationHandler>> {
  const listSpaces = application.get(ListSpaces);
  const readSpace = application.get(ReadSpace);
  return {
    listSpaces: compressed(async ({ request, response, query: sent }) => {
      const query = hubQuery(sent);
      const {
        owner,
        tag,
        region,
        contentUpdatedAt,
        includeRights = false,
        includeConnectors = false,
      } = parse(query, spacesQuerySchema);
      const caller = hubCallers.of(request);
      const conditions = parseAll({ contentUpdatedAt: () => parseConditions(contentUpdatedAt) });
      const listing = { owner, tag, region, ...conditions };
      await sendListing({
        query,
        response,
        url: `${addresses.baseUrl}/hub/spaces`,
        list: (page) => listSpaces.execute(caller, listing, page),
        show: (space) =>
          spaceView.summary(space, caller, {
            rights: includeRights,
            storage: includeConnectors,
            tags: tag !== undefined,
          }),
      });
    }),
    getSpace: compressed(async ({ request, response, params: { spaceId = '' } }) => {
      const caller = hubCallers.of(request);
      sendJson(response, spaceView.record(await readSpace.execute(caller, spaceId), caller));
    }),
  };
}
