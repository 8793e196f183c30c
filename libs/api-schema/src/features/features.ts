import * as z from 'zod';

/** A figure of a space, and whether it is an estimate. */
const statisticSchema = <T extends z.ZodType>(value: T) => z.object({ value, estimated: z.boolean() });

const geometrySchema = z
  .looseObject({ type: z.string() })
  .meta({ id: 'Geometry' })
  .describe('A GeoJSON geometry (RFC 7946) of any type.');

const namespaceSchema = z.looseObject({
  createdAt: z.int().describe('Unix time in milliseconds.'),
  updatedAt: z.int().describe('Unix time in milliseconds.'),
  version: z.int().describe('The version of the space that wrote the feature.'),
  tags: z.array(z.string()).optional(),
  distance: z.number().optional().describe('With `nearest` or `distance`: in metres.'),
});

/** A feature as it is sent to clients. With `selection` members are missing. */
export const featureSchema = z
  .looseObject({
    type: z.literal('Feature'),
    id: z.string(),
    geometry: geometrySchema.nullable(),
    properties: z.looseObject({ '@ns:com:here:xyz': namespaceSchema.optional() }),
  })
  .meta({ id: 'Feature' });

const etag = z.string().describe('The entity tag of this response, in quotes.');

/** The response of a read of features. */
export const featureCollectionSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(featureSchema),
    etag: etag.optional(),
    handle: z.string().optional().describe('Where an iteration goes on. Absent on the last page.'),
    nextPageToken: z.string().optional().describe('The same as `handle`.'),
    deleted: z.array(z.string()).optional().describe('Ids of deleted features.'),
  })
  .meta({ id: 'FeatureCollection' });

const ids = z.array(z.string()).optional();

/** The result of a write. Empty lists are left out. */
export const writtenFeaturesSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(featureSchema).describe('The features as they are stored now.'),
    inserted: ids.describe('Ids of new features.'),
    updated: ids.describe('Ids of features that are different now.'),
    deleted: ids.describe('Ids of features that are gone.'),
    failed: z
      .array(
        z.object({
          id: z.string().optional(),
          position: z.int().describe('Index of the feature in the request.'),
          message: z.string(),
          code: z.string(),
          pointer: z.string().describe('JSON Pointer (RFC 6901) into the body.'),
        }),
      )
      .optional()
      .describe('With `transactional=false`: what was not written.'),
    etag,
  })
  .meta({ id: 'WrittenFeatures' });

// The domain validates features; here their form is only documented.
const givenFeatureSchema = z
  .looseObject({
    type: z.literal('Feature').optional(),
    id: z.union([z.string(), z.number()]).optional(),
    geometry: geometrySchema.nullish(),
    properties: z.looseObject({}).nullish(),
  })
  .meta({ id: 'GivenFeature' });

const givenCollectionSchema = z
  .looseObject({
    type: z.literal('FeatureCollection'),
    features: z.array(givenFeatureSchema).nullish(),
  })
  .meta({ id: 'GivenFeatureCollection' });

/** A FeatureCollection, a single Feature, or a geometry, which becomes one. */
export const givenFeaturesSchema = z.union([givenCollectionSchema, givenFeatureSchema, geometrySchema]);

/** A Feature, or the members of one that change. */
export const givenSingleFeatureSchema = givenFeatureSchema;

/** Features with different rules for existing ones. */
export const modificationListSchema = z.looseObject({
  type: z.literal('FeatureModificationList'),
  modifications: z
    .array(
      z.looseObject({
        type: z.literal('FeatureModification'),
        onFeatureExists: z.string().optional().describe('Like `e`.'),
        onFeatureNotExists: z.string().optional().describe('Like `ne`.'),
        onMergeConflict: z.string().optional().describe('Like `cr`.'),
        featureData: givenCollectionSchema.optional(),
        featureIds: z.array(z.string()).nullish().describe('With `onFeatureExists: delete`.'),
      }),
    )
    .optional(),
});

export const givenGeometrySchema = geometrySchema;

export const countResponseSchema = z
  .object({ type: z.literal('CountResponse'), count: z.int().min(0) })
  .meta({ id: 'CountResponse' });

export type CountResponse = z.infer<typeof countResponseSchema>;

export const statisticsResponseSchema = z
  .object({
    type: z.literal('StatisticsResponse'),
    count: statisticSchema(z.int().min(0)),
    byteSize: statisticSchema(z.int().min(0)).describe('Of the texts of all features.'),
    dataSize: statisticSchema(z.int().min(0)),
    bbox: statisticSchema(z.array(z.number())).describe(
      'West, south, east, north; empty without geometries.',
    ),
    narrowBbox: statisticSchema(z.array(z.number()))
      .optional()
      .describe(
        'Where the features are nearer to each other across the antimeridian: the box that goes across it, with west > east (RFC 7946).',
      ),
    geometryTypes: statisticSchema(z.array(z.string())),
    properties: statisticSchema(
      z.array(z.object({ key: z.string(), count: z.int(), datatype: z.string(), searchable: z.boolean() })),
    )
      .extend({ searchable: z.string() })
      .optional()
      .describe('Every property can be searched; an index makes it fast. Left out with `fastMode=true`.'),
    indexes: statisticSchema(
      z.array(
        z.object({
          key: z.string(),
          state: z.enum(['building', 'ready']),
          automatic: z.boolean().optional(),
        }),
      ),
    )
      .optional()
      .describe(
        'What `searchableProperties` asks for, and what is indexed because searches asked for it (`automatic`). Searches use an index once it is `ready`.',
      ),
    tags: statisticSchema(z.array(z.object({ key: z.string(), count: z.int() }))),
    groups: statisticSchema(
      z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.int() })),
    )
      .extend({
        others: z.int().describe('Features with other values.'),
        missing: z.int().describe('Features without a text, number or boolean there.'),
        distinct: z.int().describe('How many different values there are.'),
      })
      .optional()
      .describe('With `groupBy`: the most frequent values.'),
    histogram: statisticSchema(z.array(z.object({ from: z.number(), to: z.number(), count: z.int() })))
      .extend({ missing: z.int().describe('Features without a number there.') })
      .optional()
      .describe('With `histogram`: ranges of the same width; `to` belongs to the last one only.'),
    timeBuckets: statisticSchema(z.array(z.object({ from: z.string(), count: z.int() })))
      .extend({ missing: z.int().describe('Features without a date there.') })
      .optional()
      .describe('With `timeBuckets`: the periods with features, in UTC.'),
    contentUpdatedAt: statisticSchema(z.int()),
    minVersion: statisticSchema(z.int()).describe(
      'The oldest version that can be read, which is the newest.',
    ),
    maxVersion: statisticSchema(z.int()),
    etag,
  })
  .meta({ id: 'StatisticsResponse' });

export type StatisticsResponse = z.infer<typeof statisticsResponseSchema>;

export type FeatureView = z.infer<typeof featureSchema>;

export type FeatureCollectionView = z.infer<typeof featureCollectionSchema>;

export type WrittenFeatures = z.infer<typeof writtenFeaturesSchema>;

export type GivenFeature = z.infer<typeof givenFeatureSchema>;
