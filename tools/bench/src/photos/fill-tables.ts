import { checkPostgres, checkSqlite, type DatabaseCheckup } from '@cairn/adapter-typeorm';
import { fillPostgres } from './fill-postgres.js';
import { fillSqlite } from './fill-sqlite.js';

/** Where the tables of Cairn are: a file of SQLite, unless there is an address of PostgreSQL. */
export interface Place {
  readonly file: string;
  readonly url: string | undefined;
}

/** Kept counts that are derived anew, as rows in bulk are not counted. */
const COUNTS = ['quota', 'image-counts'];

/**
 * Puts so many made photos into the tables of the first account, while no server has them. In bulk: one by one, through the
 * catalog, a million would take most of an hour. Gives the owner.
 */
export async function fillTables(place: Place, total: number): Promise<string> {
  const { file, url } = place;
  const owner = url === undefined ? await fillSqlite(file, total) : await fillPostgres(url, total);
  await withCheckup(place, async (checkup) => {
    for (const check of COUNTS)
      await checkup.repair({ check, subject: owner, problem: 'filled in bulk', remedy: 'count again' });
  });
  return owner;
}

/** @throws {Error} for rows that are not those that Cairn would have written, by the rules of `cairn fsck`. */
export async function assertAsWritten(place: Place): Promise<void> {
  await withCheckup(place, async (checkup) => {
    for await (const { check, subject, problem } of checkup.find())
      throw new Error(`These are not the tables of Cairn: ${check}, ${subject}, ${problem}.`);
  });
}

async function withCheckup(
  { file, url }: Place,
  work: (checkup: DatabaseCheckup) => Promise<void>,
): Promise<void> {
  const checkup = url === undefined ? await checkSqlite(file, 'repair') : await checkPostgres({ url });
  try {
    await work(checkup);
  } finally {
    await checkup.close();
  }
}
