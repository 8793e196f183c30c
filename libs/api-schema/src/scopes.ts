import * as z from 'zod';

/** What a key or a user may do. */
export const scopeSchema = z.enum([
  'images:read',
  'images:write',
  'spaces:read',
  'spaces:write',
  'keys:manage',
  'admin',
]);

export type Scope = z.infer<typeof scopeSchema>;
