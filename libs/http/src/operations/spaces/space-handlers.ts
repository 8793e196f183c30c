import type { IncomingMessage } from 'node:http';
import {
  spacesQuerySchema,
  createSpaceBodySchema,
  dryRunQuerySchema,
  patchSpaceBodySchema,
  type HubStatus,
  type SpaceRecord,
} from '@cairn/api-schema';
import { parseAll, InvalidInput } from '@cairn/kernel';
import { ListSpaces, ReadSpace, CreateSpace, DeleteSpace, SPACE_ID_LENGTH, UpdateSpace } from '@cairn/spaces';
import { parse } from '../../messages/faults.js';
import { compressed } from '../../responses/compressed.js';
import { sendListing } from '../../responses/send-listing.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';
import { hubQuery } from '../../spaces/hub-query.js';
import { parseConditions } from '../../spaces/number-conditions.js';
import { readJson } from '../../bodies/json-body.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { queryOf } from '../../messages/query.js';
import type { HttpServices } from '../../http-services.js';

/** How much the clocks of two nodes may differ. */
const CLOCK_SKEW_MS = 60_000;

/** The spaces of the spaces API. */
export function spaceHandlers({
  application,
  hubCallers: callers,
  spaceView: view,
  addresses,
}: HttpServices): OperationHandlers {
  const listSpaces = application.get(ListSpaces);
  const readSpace = application.get(ReadSpace);
  const createSpace = application.get(CreateSpace);
  const updateSpace = application.get(UpdateSpace);
  const deleteSpace = application.get(DeleteSpace);

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
      const caller = callers.of(request);
      const conditions = parseAll({ contentUpdatedAt: () => parseConditions(contentUpdatedAt) });
      const listing = { owner, tag, region, ...conditions };
      await sendListing({
        query,
        response,
        url: `${addresses.baseUrl}/hub/spaces`,
        list: (page) => listSpaces.execute(caller, listing, page),
        show: (space) =>
          view.summary(space, caller, {
            rights: includeRights,
            storage: includeConnectors,
            tags: tag !== undefined,
          }),
      });
    }),
    getSpace: compressed(async ({ request, params: { spaceId = '' } }) => {
      const caller = callers.of(request);
      return view.record(await readSpace.execute(caller, spaceId), caller);
    }),

    getHubStatus: compressed(async (): Promise<HubStatus> => view.status(`${addresses.baseUrl}/hub`)),

    createSpace: compressed(async ({ request, response }): Promise<SpaceRecord> => {
      const body = await readJson(request, response, createSpaceBodySchema);
      const { title, description, id, owner, storage, ...settings } = body;
      const { attempt } = requestContextOf(request);
      const caller = callers.of(request);
      const space = await createSpace.execute(caller, {
        title,
        description: description ?? '',
        id: id ?? undefined,
        madeId: attempt?.id(SPACE_ID_LENGTH),
        attemptedSince: attempt?.isAnother === true ? attempt.firstAt - CLOCK_SKEW_MS : undefined,
        owner: owner ?? undefined,
        storageId: storage?.id,
        settings,
        dryRun: isDryRun(request),
      });
      noteChanged(request, { thing: { type: 'space', id: space.id } });
      return view.record(space, caller);
    }),

    patchSpace: compressed(
      async ({ request, response, params: { spaceId: id = '' } }): Promise<SpaceRecord> => {
        const body = await readJson(request, response, patchSpaceBodySchema);
        const { id: fixedId, storage, title, description, owner, ...settings } = body;
        if (fixedId !== undefined && fixedId !== id) {
          throw new InvalidInput([
            { pointer: '/id', code: 'fixed', detail: 'The id of a space cannot be changed.' },
          ]);
        }
        const caller = callers.of(request);
        const space = await updateSpace.execute(caller, id, {
          storageId: storage?.id,
          title,
          description: description === null ? '' : description,
          owner: owner ?? undefined,
          settings,
          dryRun: isDryRun(request),
        });
        return view.record(space, caller);
      },
    ),

    deleteSpace: compressed(async ({ request, params: { spaceId: id = '' } }): Promise<object> => {
      const caller = callers.of(request);
      const space = await deleteSpace.execute(caller, id, { dryRun: isDryRun(request) });
      return request.headers.accept === 'application/json' ? view.record(space, caller) : NO_CONTENT;
    }),
  };
}

function isDryRun(request: IncomingMessage): boolean {
  return parse(hubQuery(queryOf(request)), dryRunQuerySchema).dryRun ?? false;
}
