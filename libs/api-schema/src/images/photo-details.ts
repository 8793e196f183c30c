import * as z from 'zod';

const degrees = (max: number) => z.number().min(-max).max(max);

export const positionSchema = z.object({ longitude: degrees(180), latitude: degrees(90) });

const texts = {
  title: 'One line of at most 200 characters.',
  caption: 'At most 2,000 characters, in one or several lines.',
  rating: '0 to 5 stars; -1 for a rejected photo.',
  position: 'Where the photo was taken. It takes precedence over that of the file.',
} as const;

/** What a person says of a photo, in JSON. */
export const detailSettings = {
  title: z.string().optional().describe(`${texts.title} Blank for none.`),
  caption: z.string().optional().describe(`${texts.caption} Blank for none.`),
  favourite: z.boolean().optional().describe('Whether it is a favourite.'),
  rating: z.int().min(-1).max(5).nullable().optional().describe(`${texts.rating} \`null\` for none.`),
  position: positionSchema
    .strict()
    .nullable()
    .optional()
    .describe(`${texts.position} \`null\` for that of the file.`),
};

/** The same as fields of a form. */
export const detailFields = {
  title: z.string().optional().describe(texts.title),
  caption: z.string().optional().describe(texts.caption),
  favourite: z.enum(['true', 'false']).optional().describe('Whether it is a favourite.'),
  rating: z
    .string()
    .optional()
    .meta({ examples: ['4'] })
    .describe(texts.rating),
  position: z
    .string()
    .optional()
    .meta({ examples: ['8.5417,47.3769'] })
    .describe(`Longitude and latitude. ${texts.position}`),
};

const fraction = z.number().min(0).max(1);

/** How a person wants a picture shown. */
export const imageEditSchema = z.strictObject({
  turn: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .optional()
    .describe('Degrees clockwise. Default: 0.'),
  mirror: z.boolean().optional().describe('Whether left and right are swapped, before it is turned.'),
  crop: z
    .strictObject({ left: fraction, top: fraction, width: fraction, height: fraction })
    .optional()
    .describe('The part of the turned picture that is shown, in fractions of its width and height.'),
});

export const photoDetailsSchema = z
  .object({
    title: z.string().optional(),
    caption: z.string().optional(),
    favourite: z.boolean(),
    rating: z.int().min(-1).max(5).optional().describe(texts.rating),
    position: positionSchema.optional().describe('As a person set it; `metadata` has the one that counts.'),
    edit: imageEditSchema.optional().describe('How the picture is turned and cropped.'),
  })
  .meta({ id: 'PhotoDetails' });

export type PhotoDetails = z.infer<typeof photoDetailsSchema>;
