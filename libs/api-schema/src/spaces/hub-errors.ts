import * as z from 'zod';
import { hubErrorCodeSchema } from './hub-error-codes.js';
import { fileImportSchema } from '../features/file-import.js';
import { importSummarySchema } from '../features/imports.js';
import { faultSchema } from '../problem.js';

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

/** What this service adds to errors of the XYZ Hub format. */
const errorDetailsSchema = z.object({
  code: z.string().describe('A stable, machine-readable code.'),
  errors: z.array(faultSchema).optional(),
  import: importSummarySchema.optional().describe('What is stored of an import that ended early.'),
  fileImport: fileImportSchema
    .optional()
    .describe('What is stored of the import of a file that ended early.'),
});

/** Most errors of the spaces API. */
export const errorResponseSchema = z
  .object({
    type: z.literal('ErrorResponse'),
    error: hubErrorSchema,
    errorMessage: z.string(),
    streamId: z.string(),
    errorDetails: errorDetailsSchema.optional(),
  })
  .meta({ id: 'ErrorResponse' });

export type ErrorResponse = z.infer<typeof errorResponseSchema>;

/** The errors of the spaces API that XYZ Hub has in its catalogue. */
export const detailedErrorResponseSchema = z
  .object({
    type: z.literal('DetailedErrorResponse'),
    title: z.string().describe('The meaning of `code`.'),
    code: hubErrorCodeSchema,
    cause: z.string(),
    action: z.string().describe('What to do about it.'),
    error: hubErrorSchema,
    errorMessage: z.string(),
    streamId: z.string(),
    errorDetails: errorDetailsSchema,
  })
  .meta({ id: 'DetailedErrorResponse' });

export type DetailedErrorResponse = z.infer<typeof detailedErrorResponseSchema>;

/** The errors of the spaces API that XYZ Hub leaves to its HTTP server. */
export const httpErrorResponseSchema = z
  .object({
    type: z.literal('error'),
    statusCode: z.int(),
    reasonPhrase: z.string(),
    message: z.string().nullable().describe('`null` for an internal error.'),
    streamId: z.string(),
    errorDetails: errorDetailsSchema.optional().describe('Absent where a key or a token is refused.'),
  })
  .meta({ id: 'HttpErrorResponse' });

export type HttpErrorResponse = z.infer<typeof httpErrorResponseSchema>;

/** An error of the spaces API. */
export type HubErrorBody = ErrorResponse | DetailedErrorResponse | HttpErrorResponse;
