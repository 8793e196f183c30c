import { InitialSchema1795219200000 } from './initial-schema.js';

/** Everything that was ever done to the schema, oldest first. */
export const migrations = [InitialSchema1795219200000] as const;
