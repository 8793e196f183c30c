export const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param value JSON of any kind. */
export const isItems = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Nothing for what are no items. */
export const asItems = (value: unknown): readonly unknown[] => (isItems(value) ? value : []);
