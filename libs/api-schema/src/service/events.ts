import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

/** What the `data` of an event holds. */
export const eventSchema = z
  .object({
    type: z
      .enum([
        'image-uploaded',
        'image-updated',
        'image-deleted',
        'album-created',
        'album-updated',
        'album-deleted',
        'space-created',
        'space-updated',
        'space-deleted',
        'features-changed',
        'map-created',
        'map-updated',
        'map-deleted',
        'reset',
      ])
      .describe('What happened; also the `event` of the event. `reset`: events were missed.'),
    id: z.string().optional().describe('The image, the album, the space or the map; absent from `reset`.'),
    at: timestampSchema.describe('When it happened.'),
  })
  .meta({ id: 'Event' });

export type CairnEvent = z.infer<typeof eventSchema>;

export const eventsQuerySchema = z.object({
  lastEventId: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the `id` of an event')
    .optional()
    .describe(
      'Resume after this event. The header `Last-Event-ID`, which browsers send when they reconnect, takes precedence.',
    ),
});
