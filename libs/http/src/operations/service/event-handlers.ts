import { eventsQuerySchema } from '@cairn/api-schema';
import { ScopeMissing } from '@cairn/access';
import { parse } from '../../messages/faults.js';
import { requestContextOf } from '../../messages/request-context.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { kindsFor } from '../../events/event-streams.js';
import { callerOf } from '../../access/caller.js';
import { assertNotForeign } from '../../access/sessions/same-origin.js';

/** Streams of events. */
export function eventHandlers({ streams }: HttpServices): OperationHandlers {
  return {
    streamEvents: async ({ request, response, query }) => {
      const { principal } = requestContextOf(request);
      const isOfHost = principal.kind === 'host' && request.headers.authorization === undefined;
      if (principal.kind === 'session' || isOfHost) assertNotForeign(request);
      const { lastEventId } = parse(query, eventsQuerySchema);
      const kinds = kindsFor(callerOf(request));
      if (kinds.length === 0) throw new ScopeMissing('images:read');
      const header = request.headers['last-event-id'];
      await streams.serve(response, {
        principal,
        kinds,
        withBody: request.method !== 'HEAD',
        after: positionIn(typeof header === 'string' ? header : lastEventId),
      });
    },
  };
}

/** An invalid position comes from another service, so it is treated as if all events were missed. */
function positionIn(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.MAX_SAFE_INTEGER;
}
