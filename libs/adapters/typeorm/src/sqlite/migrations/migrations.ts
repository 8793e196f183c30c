import { Albums1795651200100 } from './albums.js';
import { InitialSchema1795305600100 } from './initial-schema.js';
import { Links1795654800100 } from './links.js';
import { SpaceLinks1795824000100 } from './space-links.js';
import { Visibility1795737600100 } from './visibility.js';

/** Every migration, oldest first. */
export const migrations = [
  InitialSchema1795305600100,
  Albums1795651200100,
  Links1795654800100,
  Visibility1795737600100,
  SpaceLinks1795824000100,
] as const;
