import type { IncomingMessage } from 'node:http';
import { InvalidInput, type Fault } from '@cairn/kernel';
import { text, type Request, type Response } from 'express';
import type { z } from 'zod';
import { Refusal } from './refusal.js';

const LIMIT_IN_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;

const readText = text({ type: () => true, limit: LIMIT_IN_BYTES });

/** A request body that fits the schema. @throws {Refusal} when it is no JSON. {InvalidInput} naming every fault. */
export async function readJson<T>(request: Request, response: Response, schema: z.ZodType<T>): Promise<T> {
  if (!isJson(request)) {
    throw new Refusal({
      status: 415,
      code: 'unsupported-media-type',
      detail: 'The body must be JSON: send `Content-Type: application/json`.',
    });
  }
  await new Promise<void>((resolve, reject) => {
    readText(request, response, (error: unknown) =>
      error === undefined ? resolve() : reject(refusalOf(error)),
    );
  });
  return parse(parseJson(typeof request.body === 'string' ? request.body : ''), schema);
}

/** Whatever fits the schema. @throws {InvalidInput} naming every fault. */
export function parse<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidInput(result.error.issues.flatMap(faultsOf));
}

function faultsOf(issue: z.core.$ZodIssue): readonly Fault[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
  if (keys !== undefined) {
    return keys.map((key) => ({
      pointer: pointerOf([...issue.path, key]),
      code: 'unknown-field',
      detail: `The field '${key}' is not known.`,
    }));
  }
  const pointer = pointerOf(issue.path);
  return [
    {
      pointer,
      code: issue.code.replaceAll('_', '-'),
      detail: `${pointer === '' ? 'The body' : `'${issue.path.join('.')}'`}: ${issue.message}.`,
    },
  ];
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function isJson({ headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  return type === undefined || /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type);
}

function parseJson(body: string): unknown {
  if (depthOf(body) > MAX_DEPTH) {
    throw new Refusal({
      status: 400,
      code: 'malformed-json',
      detail: `The JSON is nested more than ${MAX_DEPTH} deep.`,
    });
  }
  try {
    return JSON.parse(body);
  } catch (error) {
    const detail =
      body.trim() === '' ? 'The body is empty; JSON is expected.' : 'The body is not well-formed JSON.';
    throw new Refusal({ status: 400, code: 'malformed-json', detail }, { cause: error });
  }
}

/** How deep brackets nest outside strings; whoever walks the value later recurses that far. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') inString = !inString;
    else if (inString) index += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

function refusalOf(error: unknown): Refusal {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413)
    return new Refusal({
      status,
      code: 'body-too-large',
      detail: `The body is larger than ${LIMIT_IN_BYTES} bytes.`,
    });
  if (status === 415)
    return new Refusal({
      status,
      code: 'unsupported-media-type',
      detail: 'The encoding or charset of the body is not supported.',
    });
  return new Refusal(
    { status: 400, code: 'malformed-body', detail: 'The body could not be read to its end.' },
    { cause: error },
  );
}
