import { z } from 'zod';

export const livenessSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Liveness' });

/** Whether the service can take requests, and which part cannot; one that is `full` can be read and deleted from. */
export const readinessSchema = z
  .object({
    status: z.enum(['ok', 'full', 'unavailable', 'draining']),
    parts: z.record(z.string(), z.enum(['ok', 'full', 'unavailable'])),
  })
  .meta({ id: 'Readiness' });

export type ReadinessReport = z.infer<typeof readinessSchema>;
