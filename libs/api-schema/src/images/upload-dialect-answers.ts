import * as z from 'zod';
import { UPLOAD_DIALECTS, type ForeignDialect, type UploadDialectName } from './upload-dialects.js';

/** The services as which an upload can be answered, by the parameter `as`. */
export const uploadDialectSchema = z.enum(
  Object.keys(UPLOAD_DIALECTS) as [UploadDialectName, ...UploadDialectName[]],
);

function answerOf({ takesMany, address: [outer, ...inner], success }: ForeignDialect): z.ZodType {
  const fixed = Object.entries(success).map(([name, value]) => [name, z.literal(value)] as const);
  const told = inner.reduceRight<z.ZodType>(
    (value, name) => z.object({ [name]: value }),
    takesMany ? z.array(z.url()) : z.url(),
  );
  return z.object({ ...Object.fromEntries(fixed), [outer]: told });
}

const answers = z
  .union(Object.entries(UPLOAD_DIALECTS).map(([name, dialect]) => answerOf(dialect).describe(`\`${name}\``)))
  .meta({ id: 'UploadDialectAnswer' });

/** `never`, so that the call of the typed client, which asks for no dialect, has one answer. */
export const uploadDialectAnswerSchema = answers as unknown as z.ZodType<never>;
