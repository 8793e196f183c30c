import * as z from 'zod';
import { featureCollectionSchema } from '../features/features.js';

/** Features of a layer, page by page. */
export const layerFeaturesSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: featureCollectionSchema.shape.features,
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'LayerFeatures' });

export type LayerFeatures = z.infer<typeof layerFeaturesSchema>;
