import * as z from 'zod';
import { contributorMembers, IMAGE_EXTRAS, imageExtras } from './image-members.js';
import { cutMembers, imageRecordSchema } from './images.js';

/** What may be asked for besides the record of an image. */
export const IMAGE_INCLUSIONS = ['metadata', 'srcset', ...IMAGE_EXTRAS] as const;
export type ImageInclusion = (typeof IMAGE_INCLUSIONS)[number];

const names = IMAGE_INCLUSIONS.join('|');
const list = new RegExp(`^(?:${names})(?:,(?:${names}))*$`);

export const imageQuerySchema = z.object({
  include: z
    .string()
    .regex(
      list,
      `must be a list of ${IMAGE_INCLUSIONS.map((name) => `\`${name}\``).join(', ')}, separated by commas`,
    )
    .meta({ example: 'metadata' })
    .optional()
    .describe(
      `What to show besides the record: ${IMAGE_INCLUSIONS.map((name) => `\`${name}\``).join(', ')}, or several: \`metadata,srcset\`.`,
    ),
});

const degrees = (max: number) => z.number().min(-max).max(max);

export const imageMetadataSchema = z
  .object({
    type: z.string().describe('The media type.'),
    width: z.int().min(1).describe('In stored pixels, before `orientation` is applied.'),
    height: z.int().min(1),
    frames: z.int().min(1),
    orientation: z.int().min(1).max(8).describe('As EXIF defines it; 1 is upright.'),
    sizeInBytes: z.int().min(0),
    sha256: z.string().describe('Of the bytes that are served; also their `ETag`.'),
    uploadSha256: z.string().describe('Of the bytes as they were uploaded.'),
    ...cutMembers,
    capturedAt: z
      .string()
      .optional()
      .describe(
        'When the photo was taken, as the camera wrote it: ISO 8601, with an offset from UTC if it is known.',
      ),
    camera: z.object({ make: z.string().optional(), model: z.string().optional() }).optional(),
    position: z
      .object({ longitude: degrees(180), latitude: degrees(90) })
      .optional()
      .describe('Where the photo was taken. Shown here only: it is not in the file that is served.'),
    color: z
      .string()
      .optional()
      .describe('The dominant colour, such as `#4a7db8`. Absent if it cannot be decoded.'),
    thumbhash: z.string().optional().describe('A ThumbHash in base64: a blurred image to show meanwhile.'),
    perceptualHash: z
      .string()
      .optional()
      .describe('64 bits in hexadecimal digits. Images that look alike differ in few of them.'),
    dctHash: z
      .string()
      .optional()
      .describe('64 more bits, of the lowest frequencies. Images that look alike differ in few of both.'),
  })
  .meta({ id: 'ImageMetadata' });

export const sourceSetsSchema = z
  .object({
    original: z.string().describe('In the format of the image.'),
    webp: z.string().optional(),
    avif: z.string().optional(),
  })
  .meta({ id: 'SourceSets' });

export type SourceSets = z.infer<typeof sourceSetsSchema>;

export type ImageMetadata = z.infer<typeof imageMetadataSchema>;

/** The record of an image, and what else was asked for. */
export const imageDetailsSchema = imageRecordSchema
  .extend({
    metadata: imageMetadataSchema.optional().describe('With `include=metadata`.'),
    srcset: sourceSetsSchema
      .optional()
      .describe(
        'With `include=srcset`: values for the attribute of `<img>` and `<source>`, of addresses that need no signature.',
      ),
    ...imageExtras,
    ...contributorMembers,
  })
  .meta({ id: 'ImageDetails' });

export type ImageDetails = z.infer<typeof imageDetailsSchema>;
