const CAIRN = 0x63616972; // "cair" in ASCII: other programs may use advisory locks in the same database

/** Two-part keys of advisory locks, the same for every process that uses the database. */
export const advisoryLocks = {
  migration: [CAIRN, 1],
  /** In the schema `public`; other schemas have a hash of their name. */
  leadership: [CAIRN, 2],
} as const;

/** The first part of the keys of owners, whose second part is a hash of their name. */
export const ownerLocks = CAIRN + 1;
