import { z } from 'zod';
import { queryBooleanSchema } from './query-boolean.js';

const epochMs = z.int().describe('Epoch time in milliseconds.');

export const storageSchema = z.object({ id: z.string().describe('The kind of storage.'), params: z.null() });

/** A space as a listing shows it. */
export const spaceSummarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    owner: z.string(),
    createdAt: epochMs,
    updatedAt: epochMs,
    contentUpdatedAt: epochMs,
    storage: storageSchema.optional().describe('With `includeConnectors=true`.'),
    rights: z.array(z.string()).optional().describe('With `includeRights=true`: what the caller may do.'),
  })
  .meta({ id: 'SpaceSummary' });

export type SpaceSummary = z.infer<typeof spaceSummarySchema>;

/** A space as creating, reading and changing it show it. */
export const spaceRecordSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    storage: storageSchema,
    owner: z.string(),
    createdAt: epochMs,
    updatedAt: epochMs,
    contentUpdatedAt: epochMs,
    volatility: z.number().min(0).max(1).describe('How much of its life the content kept changing.'),
    autoCacheProfile: z
      .object({ browserTTL: z.int().min(0), cdnTTL: z.int().min(0), serviceTTL: z.int().min(0) })
      .describe('For how many milliseconds answers about the content may be kept.'),
  })
  .meta({ id: 'Space' });

export type SpaceRecord = z.infer<typeof spaceRecordSchema>;

// The domain holds these limits; here they are only told.
const NO_NUL = '^[^\\u0000]*$';
const detailsShape = {
  title: z.string().meta({ maxLength: 1_000, pattern: NO_NUL }),
  description: z.string().meta({ maxLength: 10_000, pattern: NO_NUL }),
};
const chosenId = z.string().meta({ pattern: '^(?!\\.{1,2}$)[0-9A-Za-z_.~-]{1,255}$' });

const requestedStorageSchema = z.object({ id: z.string().min(1) });

/** What a client sends to create a space; members not named here are ignored. */
export const createSpaceBodySchema = z.object({
  title: detailsShape.title,
  description: detailsShape.description.nullish(),
  id: chosenId.nullish().describe('Chosen by the service, when left out.'),
  owner: z
    .string()
    .nullish()
    .describe(
      'The caller, when left out; stored in Unicode form NFC, without white space at either end. 1 to 255 characters, none of them a control character; not `me`, `others` or `*`.',
    ),
  storage: requestedStorageSchema.optional().describe('The storage of the service, when left out.'),
});

/** A merge patch (RFC 7396) of a space; members not named here are ignored. */
export const patchSpaceBodySchema = z.object({
  id: z.string().optional().describe('As in the path.'),
  title: detailsShape.title.optional(),
  description: detailsShape.description.nullish().describe('`null` empties it.'),
  storage: requestedStorageSchema.optional(),
});

const anyCase = 'In any case; `false`, when left out; anything else is refused.';

export const spacesQuerySchema = z.object({
  owner: z.string().optional().describe('`me` (as when left out), `others`, `*` for both, or one owner.'),
  includeRights: queryBooleanSchema.optional().describe(`\`true\` adds \`rights\`. ${anyCase}`),
  includeConnectors: queryBooleanSchema.optional().describe(`\`true\` adds \`storage\`. ${anyCase}`),
});

export const dryRunQuerySchema = z.object({
  dryRun: queryBooleanSchema.optional().describe(`\`true\` checks everything and stores nothing. ${anyCase}`),
});

/** What `GET /hub` tells of the service. */
export const hubStatusSchema = z
  .object({
    schemaVersion: z.string(),
    reporter: z.object({ name: z.string(), version: z.string(), upSince: epochMs, endpoint: z.string() }),
    status: z.object({ result: z.string(), timestamp: epochMs }),
  })
  .meta({ id: 'HubStatus' });

export type HubStatus = z.infer<typeof hubStatusSchema>;
