/**
 * Features to write into a SQLite file at once: such a batch takes about 30 ms, in which other writes wait, and less than
 * half the time for each feature of a batch of a hundred.
 */
export const SQLITE_WRITE_CHUNK = 1_000;
