import { createRequire } from 'node:module';
import * as z from 'zod';

/** The version of this server. */
export const { version } = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)('../package.json'));
