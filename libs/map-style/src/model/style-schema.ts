import * as z from 'zod';
import { RAMPS, type RampName } from '../colors/ramps.js';
import { isTemplate } from '../text/template.js';
import { MAX_BREAKS, MAX_ENTRIES, MAX_NUMBER, MAX_PROPERTY_LENGTH, MAX_VALUE_LENGTH } from './limits.js';
import type { CategoryValue, ColorRule, IconRule, LabelRule, LayerStyle, SizeRule } from './layer-style.js';

const isRampName = (name: string): name is RampName => Object.hasOwn(RAMPS, name);

const number = z.number().min(-MAX_NUMBER).max(MAX_NUMBER);
const pixels = z.number().min(1).max(100);
const color = z.string().regex(/^#[\da-fA-F]{6}$/, 'must be a color as `#rrggbb`');
const name = z.string().min(1).max(200);
const icon = z.string().regex(/^[\w-]{1,100}$/, 'must be a name of an icon: letters, digits, `-`, `_`');
const value = z.union(
  [z.string().max(MAX_VALUE_LENGTH), number, z.boolean()],
  'must be a text, a number or a boolean',
);
const ramp = z.enum(Object.keys(RAMPS).filter(isRampName));
const ascending = ([least, most]: readonly [number, number]): boolean => least < most;
const domain = z.tuple([number, number]).refine(ascending, 'must have the smaller number first');
const range = z
  .tuple([pixels, pixels])
  .refine(([smallest, largest]) => smallest <= largest, 'must have the smaller size first');

export const propertySchema = z.string().min(1).max(MAX_PROPERTY_LENGTH);
export const nameSchema = name;
export const templateSchema = z
  .string()
  .min(1)
  .max(1_000)
  .refine(isTemplate, 'has a brace without its other: a brace of the text is written twice');

type Report = (path: readonly PropertyKey[], message: string) => void;

/** A check of a whole value, which reports what is wrong inside it. */
const checked =
  <T>(check: (value: T, report: Report) => void) =>
  (value: T, context: z.RefinementCtx<T>): void => {
    check(value, (path, message) => {
      context.addIssue({ code: 'custom', path: [...path], message });
    });
  };

const eachOnce = checked((entries: readonly { readonly value: CategoryValue }[], report) => {
  const seen = new Set<CategoryValue>();
  for (const [index, { value: one }] of entries.entries()) {
    if (seen.has(one)) report([index, 'value'], 'is there twice');
    seen.add(one);
  }
});

const rising = checked((breaks: readonly number[], report) => {
  for (const [index, one] of breaks.entries())
    if (index > 0 && !(one > (breaks[index - 1] ?? one)))
      report([index], 'must be greater than the one before');
});

const colorSchema: z.ZodType<ColorRule> = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('one'), color }),
  z.strictObject({
    by: z.literal('category'),
    property: propertySchema,
    colors: z
      .array(z.strictObject({ value, color, name: name.exactOptional() }))
      .min(1)
      .max(MAX_ENTRIES)
      .superRefine(eachOnce),
    other: color.exactOptional(),
  }),
  z.strictObject({
    by: z.literal('class'),
    property: propertySchema,
    method: z.enum(['quantiles', 'equal', 'natural']),
    ramp,
    breaks: z.array(number).min(1).max(MAX_BREAKS).superRefine(rising),
    reversed: z.boolean().exactOptional(),
    other: color.exactOptional(),
  }),
  z.strictObject({
    by: z.literal('ramp'),
    property: propertySchema,
    ramp,
    domain,
    reversed: z.boolean().exactOptional(),
    other: color.exactOptional(),
  }),
]);

const sizeSchema: z.ZodType<SizeRule> = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('one'), size: pixels }),
  z.strictObject({ by: z.literal('ramp'), property: propertySchema, domain, range }),
]);

const iconSchema: z.ZodType<IconRule> = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('one'), icon }),
  z.strictObject({
    by: z.literal('category'),
    property: propertySchema,
    icons: z
      .array(z.strictObject({ value, icon, name: name.exactOptional() }))
      .min(1)
      .max(MAX_ENTRIES)
      .superRefine(eachOnce),
    other: icon,
  }),
]);

const labelSchema: z.ZodType<LabelRule> = z
  .strictObject({
    property: propertySchema.exactOptional(),
    template: templateSchema.exactOptional(),
    size: z.number().min(8).max(40).exactOptional(),
    minZoom: z.number().min(0).max(24).exactOptional(),
    priority: z
      .strictObject({ property: propertySchema, first: z.enum(['greatest', 'smallest']) })
      .exactOptional(),
  })
  .refine(
    (label) => (label.property === undefined) !== (label.template === undefined),
    'must have either `property` or `template`',
  );

/** What these ways of drawing cannot be colored by. */
const uncolored = {
  features: [],
  heat: ['category', 'class'],
  clusters: ['category'],
  hexagons: ['category'],
} as const satisfies Record<NonNullable<LayerStyle['drawAs']>, readonly ColorRule['by'][]>;

/** The shape of a `LayerStyle`, which accepts every style that has layers, and no other value. */
export const layerStyleSchema: z.ZodType<LayerStyle> = z
  .strictObject({
    color: colorSchema,
    size: sizeSchema.exactOptional(),
    width: sizeSchema.exactOptional(),
    opacity: z.number().min(0).max(1).exactOptional(),
    icon: iconSchema.exactOptional(),
    label: labelSchema.exactOptional(),
    drawAs: z.enum(['features', 'heat', 'clusters', 'hexagons']).exactOptional(),
  })
  .superRefine(
    checked(({ color: { by }, drawAs = 'features' }, report) => {
      if (uncolored[drawAs].some((rule) => rule === by))
        report(['color', 'by'], `must not be \`${by}\` if \`drawAs\` is \`${drawAs}\``);
    }),
  );
