import * as z from 'zod';
import { visibilitySchema } from './visibility.js';

const url = z
  .string()
  .describe(
    'An address with `http:` or `https:` that the service can reach. It is not asked with any credential.',
  );

export const importBodySchema = z
  .strictObject({
    url: url.optional().describe('One address: either this or `urls`.'),
    urls: z.array(url).min(1).max(100).optional().describe('Up to 100 addresses.'),
    path: z.string().optional().describe('The folder of all, by the rules of an upload.'),
    tags: z.array(z.string()).optional(),
    metadata: z.enum(['remove', 'hide', 'keep']).optional(),
    visibility: visibilitySchema.optional(),
  })
  .check(({ value, issues }) => {
    if (value.url === undefined && value.urls === undefined)
      issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: ['url'] });
    if (value.url !== undefined && value.urls !== undefined)
      issues.push({
        code: 'custom',
        input: value.urls,
        path: ['urls'],
        message: 'must not be sent together with `url`',
      });
  });
