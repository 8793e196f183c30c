import type * as z from 'zod';
import { popupSchema } from './popup-schema.js';
import { layerStyleSchema } from './style-schema.js';

/** A fault of a value. */
export interface StyleFault {
  /** JSON Pointer (RFC 6901) to what is wrong: `/color/breaks/2`; the value itself is the empty text. */
  readonly pointer: string;
  /** What is wrong with it. */
  readonly reason: string;
}

/** What is wrong with a value that should be a `LayerStyle`; nothing if it is one. */
export const styleFaults = (value: unknown): readonly StyleFault[] => faultsOf(layerStyleSchema, value);

/** What is wrong with a value that should be a `Popup`; nothing if it is one. */
export const popupFaults = (value: unknown): readonly StyleFault[] => faultsOf(popupSchema, value);

function faultsOf(schema: z.ZodType, value: unknown): readonly StyleFault[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ pointer: pointerTo([...issue.path, key]), reason: 'is not known' }))
      : [{ pointer: pointerTo(issue.path), reason: issue.message }],
  );
}

const pointerTo = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
