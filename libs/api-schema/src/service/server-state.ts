import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

const count = z.int().min(0);
const bytes = count.describe('In bytes.');

const answers = {
  fromMemory: count.describe('Searches that were answered from memory.'),
  fromDatabase: count.describe('Searches that were answered by the database.'),
};

export const storageUseSchema = z
  .object({
    images: z.object({ count, sizeInBytes: bytes }).describe('The originals of all accounts, as uploaded.'),
    derivatives: z
      .object({ count, sizeInBytes: bytes, budgetInBytes: bytes })
      .describe(
        'Resized and converted images that are kept until the budget is used up, as far as the node that responds ' +
          'knows them: it counts them within an hour after its start.',
      ),
    spaces: z.object({ count, featureCount: count }).describe('The spaces of all owners.'),
    hotSpaces: z
      .object({
        sizeInBytes: bytes,
        budgetInBytes: bytes.describe('In bytes; 0 if no spaces are kept in memory.'),
        ...answers,
        spaces: z
          .array(
            z.object({
              id: z.string(),
              sizeInBytes: bytes,
              featureCount: count,
              writtenCount: count.describe('Features that were written since the others were packed.'),
              ...answers,
            }),
          )
          .describe('Those in memory, the least recently used first.'),
        building: z.array(z.object({ id: z.string(), sizeInBytes: bytes })),
        failed: z
          .array(
            z.object({
              id: z.string(),
              reason: z.string(),
              until: timestampSchema.describe('It is not tried again before.'),
            }),
          )
          .describe('Those that are read often, but did not fit or could not be built.'),
      })
      .describe('The spaces whose searches the node that responds answers from memory.'),
  })
  .meta({ id: 'StorageUse' });

export type StorageUseRecord = z.infer<typeof storageUseSchema>;

export const promotionSchema = z
  .object({ promoted: z.boolean().describe('`false` if it was no restored copy, or was promoted before.') })
  .meta({ id: 'Promotion' });

export const loggedErrorSchema = z
  .object({
    at: timestampSchema,
    message: z.string(),
    cause: z.string().nullable().describe('The error that it came from, without its stack; `null` if none.'),
    requestId: z.string().nullable().describe('Of the request that failed; `null` if it was not a request.'),
    job: z.string().nullable().describe('The background job that failed; `null` if it was not one.'),
  })
  .meta({ id: 'LoggedError' });

export type LoggedErrorRecord = z.infer<typeof loggedErrorSchema>;

/** What is recorded of each minute, with its unit. */
export const RECENT_SERIES = {
  requests: 'per-second',
  errors: 'per-second',
  'latency-p95': 'milliseconds',
  uploads: 'per-second',
  renders: 'per-second',
  'event-loop-p99': 'milliseconds',
  'resident-memory': 'bytes',
  'background-failures': 'count',
  'answers-from-memory': 'share',
} as const;

export type RecentSeriesName = keyof typeof RECENT_SERIES;

const unitSchema = z.enum(['per-second', 'milliseconds', 'bytes', 'count', 'share']);

export const recentMetricsSchema = z
  .object({
    from: timestampSchema.describe('The beginning of the first point.'),
    stepSeconds: z.int().min(1).describe('The time from one point to the next.'),
    series: z
      .array(
        z.object({
          name: z.enum(Object.keys(RECENT_SERIES) as [RecentSeriesName, ...RecentSeriesName[]]),
          unit: unitSchema.describe('`share` is from 0 to 1.'),
          points: z
            .array(z.number().nullable())
            .describe(
              'Oldest first; the last one is of the step that has begun. `null` where nothing was measured, such as before the start.',
            ),
        }),
      )
      .describe(
        '`errors` are responses with a status from 500 on, `uploads` and `renders` those that have ended, and ' +
          '`answers-from-memory` the share of searches that needed no database.',
      ),
  })
  .meta({ id: 'RecentMetrics' });

export type RecentMetricsRecord = z.infer<typeof recentMetricsSchema>;
