import * as z from 'zod';

/** One fault of a request. `pointer` is a JSON Pointer (RFC 6901) to the field. */
export const faultSchema = z.object({ pointer: z.string(), code: z.string(), detail: z.string() });

export type Fault = z.infer<typeof faultSchema>;

/** An error of the image, key and account API: RFC 9457 with `code`, `requestId` and all faults in `errors`. */
export const problemSchema = z
  .object({
    type: z.string().describe('A stable URI for this type of problem.'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().describe('The request, as a URN.'),
    code: z.string().describe('A stable, machine-readable code.'),
    requestId: z.string(),
    errors: z.array(faultSchema).optional(),
    imageCount: z
      .int()
      .optional()
      .describe('With `quota-exceeded`, if the number of images is: how many are stored.'),
    quota: z.int().optional().describe('With `imageCount`: how many are allowed.'),
    usedBytes: z
      .int()
      .optional()
      .describe('With `quota-exceeded`, if the bytes are: how many are stored or reserved for uploads.'),
    byteQuota: z.int().optional().describe('With `usedBytes`: how many are allowed.'),
    limitInBytes: z.int().optional().describe('With `file-too-large`: the maximum file size.'),
  })
  // RFC 9457 allows further members: those of a dialect of uploads.
  .meta({ id: 'Problem', additionalProperties: true });

export type Problem = z.infer<typeof problemSchema>;

/** The `title` for a code. */
export function titleOf(code: string): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
