import { z } from 'zod';

export const livenessSchema = z.object({ status: z.literal('ok') });

/** Whether the service can take requests, and which part cannot. */
export const readinessSchema = z.object({
  status: z.enum(['ok', 'unavailable', 'draining']),
  parts: z.record(z.string(), z.enum(['ok', 'unavailable'])),
});

export type Readiness = z.infer<typeof readinessSchema>;
