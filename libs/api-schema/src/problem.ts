import { z } from 'zod';
import { importSummarySchema } from './imports.js';

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
    imageCount: z.int().optional().describe('With `quota-exceeded`: how many images are stored.'),
    quota: z.int().optional().describe('With `quota-exceeded`: how many are allowed.'),
    limitInBytes: z.int().optional().describe('With `file-too-large`: the maximum file size.'),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problemSchema>;

/** The `title` for a code. */
export function titleOf(code: string): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The error names of the XYZ Hub API. `PayloadToLarge` is misspelled there. */
export const hubErrorSchema = z.enum([
  'Exception',
  'NotImplemented',
  'Conflict',
  'Unauthorized',
  'Forbidden',
  'TooManyRequests',
  'IllegalArgument',
  'BadGateway',
  'Timeout',
  'PayloadToLarge',
  'NotFound',
]);

export type HubError = z.infer<typeof hubErrorSchema>;

const hubErrors: Readonly<Record<number, HubError>> = {
  400: 'IllegalArgument',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'NotImplemented',
  408: 'Timeout',
  409: 'Conflict',
  412: 'Conflict',
  413: 'PayloadToLarge',
  414: 'IllegalArgument',
  415: 'IllegalArgument',
  429: 'TooManyRequests',
  504: 'Timeout',
};

/** The XYZ Hub error name for a status. */
export function hubErrorOf(status: number): HubError {
  return hubErrors[status] ?? 'Exception';
}

/** An error of the spaces API, in the XYZ Hub format. */
export const errorResponseSchema = z
  .object({
    type: z.literal('ErrorResponse'),
    error: hubErrorSchema,
    errorMessage: z.string(),
    streamId: z.string(),
    errorDetails: z
      .object({
        code: z.string(),
        errors: z.array(faultSchema).optional(),
        import: importSummarySchema.optional().describe('What is stored of an import that ended early.'),
      })
      .optional(),
  })
  .meta({ id: 'ErrorResponse' });

export type ErrorResponse = z.infer<typeof errorResponseSchema>;

/** The error of the spaces API for a missing or wrong key or token, as XYZ Hub has it. */
export const unauthorizedResponseSchema = z
  .object({
    type: z.literal('error'),
    statusCode: z.literal(401),
    reasonPhrase: z.literal('Unauthorized'),
    message: z.string(),
    streamId: z.string(),
  })
  .meta({ id: 'UnauthorizedResponse' });

export type UnauthorizedResponse = z.infer<typeof unauthorizedResponseSchema>;
