import { z } from 'zod';
import { accountDetailsSchema, accountRecordSchema, createdKeySchema, keyRecordSchema } from './accounts.js';
import { jobRecordSchema } from './jobs.js';
import { livenessSchema, readinessSchema } from './health.js';
import { deleteResultSchema, imageRecordSchema, quotaRecordSchema, uploadResultSchema } from './images.js';
import { errorResponseSchema, problemSchema } from './problem.js';
import { hubStatusSchema, spaceRecordSchema, spaceSummarySchema } from './spaces.js';

export type Json = Readonly<Record<string, unknown>>;

/** The shapes of answers that the document names, so that it shows each once. */
const named: Readonly<Record<string, z.ZodType>> = {
  ImageRecord: imageRecordSchema,
  UploadResult: uploadResultSchema,
  DeleteResult: deleteResultSchema,
  QuotaRecord: quotaRecordSchema,
  Key: keyRecordSchema,
  CreatedKey: createdKeySchema,
  Account: accountRecordSchema,
  AccountDetails: accountDetailsSchema,
  Job: jobRecordSchema,
  Space: spaceRecordSchema,
  SpaceSummary: spaceSummarySchema,
  HubStatus: hubStatusSchema,
  Liveness: livenessSchema,
  Readiness: readinessSchema,
  Problem: problemSchema,
  ErrorResponse: errorResponseSchema,
};

/** The `components.schemas` of the document. */
export function componentSchemas(): Json {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, inlineSchema(schema, 'output')]),
  );
}

/** JSON Schema 2020-12 of what is sent to the service (`input`) or by it (`output`); named shapes by reference. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  if (schema instanceof z.ZodArray) return { type: 'array', items: jsonSchema(schema.element, io) };
  const name = Object.keys(named).find((candidate) => named[candidate] === schema);
  return name === undefined ? inlineSchema(schema, io) : { $ref: `#/components/schemas/${name}` };
}

function inlineSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return rest;
}
