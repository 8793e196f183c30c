import * as z from 'zod';

export const livenessSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' });

/** Whether the service and each of its parts can serve requests. A `full` part still allows reads and deletes. */
export const readinessSchema = z
  .object({
    status: z.enum(['ok', 'full', 'unavailable', 'draining']),
    parts: z.record(z.string(), z.enum(['ok', 'full', 'unavailable'])),
  })
  .meta({ id: 'Readiness' });

export type ReadinessReport = z.infer<typeof readinessSchema>;
