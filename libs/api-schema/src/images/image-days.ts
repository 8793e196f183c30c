import * as z from 'zod';
import { pageQuerySchema } from '../paging.js';
import { cursor } from './gallery.js';
import { imageFilter, imageTypes } from './image-filter.js';
import { visibilities } from './visibility.js';

const limit = pageQuerySchema.shape.limit;

export const daysQuerySchema = z.object({
  ...imageFilter,
  cursor: z.string().optional().describe('The `nextCursor` of the answer before, unchanged.'),
});

/** In columns, as there are many days. */
export const dayListSchema = z
  .object({
    days: z
      .array(z.string())
      .describe('The days on which photos were taken, by the clock of the camera, latest first.'),
    counts: z.array(z.int().min(1)).describe('How many, for each day.'),
    ratios: z
      .array(z.number())
      .describe(
        'The sum of width by height of the upright images, for each day: what they need in rows of one height.',
      ),
    undated: z.int().min(0).describe('How many of the images have no time.'),
    nextCursor: z.string().optional().describe('For earlier days, if there are more than 10,000.'),
  })
  .meta({ id: 'DayList' });

export type DayList = z.infer<typeof dayListSchema>;

export const layoutQuerySchema = z.object({
  ...imageFilter,
  limit: limit.describe('Page size; 1,000 by default.'),
  cursor,
});

/** In columns, for views of many images. */
export const imageLayoutSchema = z
  .object({
    ids: z.array(z.string()),
    urls: z.array(z.string()).describe('The address of each file.'),
    names: z.array(z.string()).describe('The name of each file.'),
    days: z.array(z.string()).describe('The day on which each was taken; empty without a time.'),
    ratios: z.array(z.number()).describe('Width by height of each upright image.'),
    colors: z.array(z.string()).describe('The dominant colour; empty until the image has been looked at.'),
    thumbhashes: z
      .array(z.string())
      .describe('A ThumbHash in base64; empty until the image has been looked at.'),
    types: z.array(z.enum(imageTypes)),
    visibilities: z.array(z.enum(visibilities)),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'ImageLayout' });

export type ImageLayout = z.infer<typeof imageLayoutSchema>;

export const camerasQuerySchema = z.object({
  limit: limit.describe('At most so many cameras; 100 by default.'),
});

export const cameraListSchema = z
  .object({ cameras: z.array(z.object({ camera: z.string(), count: z.int().min(1) })) })
  .meta({ id: 'CameraList' });

export type CameraList = z.infer<typeof cameraListSchema>;
