import { sequence } from './content.js';
import { examples } from './examples.js';
import { eventSchema, eventsQuerySchema } from './events.js';
import type { Operation } from './operation.js';

/** Following changes. */
export const eventOperations: readonly Operation[] = [
  {
    id: 'streamEvents',
    api: 'images',
    method: 'get',
    path: '/api/events',
    summary: 'Follow changes',
    description:
      'Server-sent events about the images (with the scope `images:read`) and spaces (`spaces:read`) of the ' +
      'account: each has an `id`, its type as `event`, and `data`. `Last-Event-ID` resumes after an event. Where ' +
      'events were missed, `reset` says so: read again what you show.',
    access: 'key',
    query: eventsQuerySchema,
    headers: { 'Last-Event-ID': 'The `id` of the last event that was received.' },
    responses: {
      200: {
        description: 'The events, until the client or the server ends the stream.',
        body: sequence(eventSchema, [examples.event], ['text/event-stream']),
        headers: { 'X-Accel-Buffering': '`no`: proxies pass each event on at once.' },
      },
    },
    errors: [403],
  },
];
