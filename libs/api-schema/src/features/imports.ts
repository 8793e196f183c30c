import * as z from 'zod';

/** The media types of features one after another, on lines or in records (RFC 8142). */
export const featureSequenceTypes: readonly string[] = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/geo+json-lines',
  'application/geo+json-seq',
  'application/json-seq',
];

const count = z.int().min(0);

const counts = {
  read: count.describe('Features that were looked at. The next one has this position.'),
  readBytes: count.describe('How much of the body was looked at, decompressed.'),
  inserted: count,
  updated: count,
  deleted: count,
  unmodified: count.describe('Features that were stored as they are already.'),
  merged: count.describe(
    'With `repeatedIds=last`: features that took the place of one of the same id that came before. They are counted here alone.',
  ),
  numbered: count.describe('With `repeatedIds=number`: features that got an id with a number.'),
  failed: count.describe('Features that were not written.'),
  chunks: count.describe('Stored chunks. Each is one transaction.'),
  version: count.describe('The version of the space after the last stored chunk.'),
  firstVersion: count.optional().describe('The version that the first chunk took that changed something.'),
};

const importErrorSchema = z.object({
  position: count.describe('Index of the feature in the body.'),
  offsetInBytes: count.describe('Where its text begins in the body, decompressed.'),
  lengthInBytes: count.optional().describe('Of its text; absent where it is longer than a feature may be.'),
  id: z.string().optional(),
  pointer: z.string().describe('JSON Pointer (RFC 6901) into the feature.'),
  code: z.string(),
  message: z.string(),
});

/** The progress of an import. Everything that it counts is stored. */
const importProgressSchema = z
  .object({
    type: z.literal('ImportProgress'),
    ...counts,
    errors: z
      .array(importErrorSchema)
      .optional()
      .describe('What is wrong with every feature that failed since the line before.'),
  })
  .meta({ id: 'ImportProgress' });

export type ImportProgressView = z.infer<typeof importProgressSchema>;

/** The result of an import. */
export const importSummarySchema = z
  .object({
    type: z.literal('ImportSummary'),
    end: z
      .enum(['complete', 'broken', 'failed'])
      .describe(
        '`complete`: the whole body was looked at. `broken`: it cannot be told where the next feature ends, or an id came twice with `repeatedIds=stop`. `failed`: the body was cut short, or the store failed.',
      ),
    ...counts,
    errors: z
      .array(importErrorSchema)
      .describe('What is wrong with the first features that failed, up to 100; `failed` counts all.'),
    reason: z
      .object({
        code: z.string(),
        message: z.string(),
        id: z.string().optional().describe('That came twice, with the code `repeated-id`.'),
      })
      .optional()
      .describe('Why an import ended that is not complete.'),
  })
  .meta({ id: 'ImportSummary' });

export type ImportSummary = z.infer<typeof importSummarySchema>;

/** A line of the progress of an import; the last one is its summary. */
export const importLineSchema = z.union([importProgressSchema, importSummarySchema]);
