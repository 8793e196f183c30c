import * as z from 'zod';

/** ISO 8601 in UTC with milliseconds, such as `2026-01-02T03:04:05.678Z`. */
export const timestampSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time' });
