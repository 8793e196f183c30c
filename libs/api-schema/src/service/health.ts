import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

export const livenessSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' });

/** Whether the service and each of its parts can serve requests. A `full` part still allows reads and deletes. */
export const readinessSchema = z
  .object({
    status: z.enum(['ok', 'full', 'unavailable', 'draining']),
    parts: z.record(z.string(), z.enum(['ok', 'full', 'unavailable'])),
    backup: z
      .object({
        state: z
          .enum(['ok', 'incomplete', 'failed', 'overdue'])
          .describe('`incomplete` when bytes of images were missing. Whatever it is, the service is ready.'),
        latest: timestampSchema
          .nullable()
          .describe('When the latest one was begun; `null` if there is none.'),
      })
      .optional()
      .describe('Of scheduled backups; absent where this node makes none.'),
    copy: z
      .object({ restoredAt: timestampSchema })
      .optional()
      .describe(
        'Present in a restored copy: its original may be running, so it sends no webhooks until it is promoted.',
      ),
  })
  .meta({ id: 'Readiness' });

export type ReadinessReport = z.infer<typeof readinessSchema>;
