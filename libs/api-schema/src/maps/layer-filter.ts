import * as z from 'zod';
import { FILTER_OPERATORS } from '../filter-operators.js';

type Path = readonly string[];
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Which features of a space a layer has. */
export type LayerFilterRecord =
  | {
      readonly kind: 'compare';
      readonly path: Path;
      readonly operator: Operator;
      readonly values: readonly (string | number | boolean | null)[];
    }
  | { readonly kind: 'contain'; readonly path: Path; readonly values: readonly Json[] }
  | { readonly kind: 'and' | 'or'; readonly filters: readonly LayerFilterRecord[] }
  | { readonly kind: 'not'; readonly filter: LayerFilterRecord };

type Operator = Exclude<(typeof FILTER_OPERATORS)[number]['operator'], 'contains'>;

const operators = FILTER_OPERATORS.flatMap(({ operator }): readonly Operator[] =>
  operator === 'contains' ? [] : [operator],
);

const path = z
  .array(z.string())
  .describe('Names of members, from the feature on: `["properties", "size", "height"]`.');

/** The shape of a filter; the service parses its limits. */
export const layerFilterSchema: z.ZodType<LayerFilterRecord> = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('compare'),
      path,
      operator: z.enum(operators),
      values: z
        .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .describe('One of them fits; with `notEquals`, none. `null` is a member that is not there.'),
    }),
    z.strictObject({
      kind: z.literal('contain'),
      path,
      values: z.array(z.any()).describe('Any JSON. The member contains one of them.'),
    }),
    z.strictObject({
      kind: z.enum(['and', 'or']),
      get filters() {
        return z.array(layerFilterSchema);
      },
    }),
    z.strictObject({
      kind: z.literal('not'),
      get filter() {
        return layerFilterSchema;
      },
    }),
  ])
  .meta({ id: 'LayerFilter' });
