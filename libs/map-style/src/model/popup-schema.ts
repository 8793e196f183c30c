import * as z from 'zod';
import type { Popup } from './popup.js';
import { MAX_ENTRIES } from './limits.js';
import { nameSchema, propertySchema, templateSchema } from './style-schema.js';

/** The shape of a `Popup`. */
export const popupSchema: z.ZodType<Popup> = z.strictObject({
  title: templateSchema.exactOptional(),
  fields: z
    .array(z.strictObject({ property: propertySchema, name: nameSchema.exactOptional() }))
    .max(MAX_ENTRIES)
    .exactOptional(),
  picture: templateSchema.exactOptional(),
  link: templateSchema.exactOptional(),
  template: templateSchema.exactOptional(),
});
