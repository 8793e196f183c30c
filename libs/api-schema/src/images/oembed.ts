import * as z from 'zod';
import { readInteger } from '../paging.js';

const size = z.preprocess(readInteger, z.int().min(1).max(100_000)).optional();

/** As https://oembed.com has it. */
export const oembedQuerySchema = z.object({
  url: z.string().describe('The address of a link, or of one picture of it.').meta({
    example: 'http://127.0.0.1:8080/a/9mR2kLx0QvT5nBzY8cWd3H',
  }),
  maxwidth: size.describe('The most pixels that there are for it.'),
  maxheight: size.describe('The same for its height.'),
  format: z.string().optional().describe('Only `json`, the default. Another one is a 501.'),
});

const thumbnail = {
  thumbnail_url: z.url().optional(),
  thumbnail_width: z.int().min(1).optional(),
  thumbnail_height: z.int().min(1).optional(),
};

export const oembedSchema = z
  .object({
    version: z.literal('1.0'),
    type: z
      .enum(['rich', 'photo', 'link'])
      .describe(
        '`rich`: `html` with a frame, where the server allows frames to any origin. `photo`: one picture, in a size that fits. `link`: nothing but the title and a small picture.',
      ),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.url(),
    html: z.string().optional(),
    url: z.url().optional(),
    width: z.int().min(1).optional(),
    height: z.int().min(1).optional(),
    ...thumbnail,
  })
  .meta({ id: 'Oembed' });

export type Oembed = z.infer<typeof oembedSchema>;
