import * as z from 'zod';

export const mapPageQuerySchema = z.object({
  table: z
    .string()
    .optional()
    .describe('Whatever its value: the features of a layer as a table, which needs no script.'),
  layer: z.string().optional().describe('Identifier of that layer; the uppermost one by default.'),
  cursor: z.string().optional().describe('Start of the table, from the link of the page before.'),
});
