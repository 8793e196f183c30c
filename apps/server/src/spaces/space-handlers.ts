import { spacesQuerySchema } from '@cairn/api-schema';
import { parseAll } from '@cairn/kernel';
import type { Application } from '@cairn/composition';
import { ListSpaces, ReadSpace } from '@cairn/spaces';
import compression from 'compression';
import type { Addresses } from '../http/addresses.js';
import { parse } from '../errors/faults.js';
import { sendJson } from '../http/responses/send-json.js';
import { sendListing } from '../http/responses/send-listing.js';
import type { OperationHandler, OperationRequest } from '../http/routing/request-router.js';
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
        contentUpdatedAt,
        includeRights = false,
        includeConnectors = false,
      } = parse(query, spacesQuerySchema);
      const caller = hubCallers.of(request);
      const conditions = parseAll({ contentUpdatedAt: () => parseConditions(contentUpdatedAt) });
      const listing = { owner, tag, ...conditions };
      await sendListing({
        query,
        response,
        url: `${addresses.baseUrl}/hub/spaces`,
        list: (page) => listSpaces.execute(caller, listing, page),
        show: (space) =>
          spaceView.summary(space, {
            ...(includeRights && { rightsOf: caller }),
            storage: includeConnectors,
            tags: tag !== undefined,
          }),
      });
    }),
    getSpace: compressed(async ({ request, response, params: { spaceId = '' } }) => {
      sendJson(response, spaceView.record(await readSpace.execute(hubCallers.of(request), spaceId)));
    }),
  };
}

// Typed for Express, but uses only members of Node's requests and responses.
const compress = compression() as unknown as (
  request: OperationRequest['request'],
  response: OperationRequest['response'],
  next: () => void,
) => void;

/** Compresses the response of a handler if the client accepts it and the type and size make it worthwhile. */
function compressed(handle: OperationHandler): OperationHandler {
  return async (given) => {
    const { request, response } = given;
    if (request.headers['accept-encoding'] !== undefined) compress(request, response, () => undefined);
    else response.setHeader('Vary', 'Accept-Encoding');
    await handle(given);
  };
}
