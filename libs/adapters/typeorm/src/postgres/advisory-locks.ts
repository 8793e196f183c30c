const CAIRN = 0x63616972; // "cair" in ASCII: other programs may take advisory locks in the same database

/** The two keys of an advisory lock each, which is the same for every process that uses the database. */
export const advisoryLocks = {
  migration: [CAIRN, 1],
  leadership: [CAIRN, 2],
} as const;
