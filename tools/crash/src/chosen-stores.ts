import { environmentOf, type Environment } from '@cairn/services';

/** What `--store` may be, and the stores that it means. */
const names: Readonly<Record<string, string>> = {
  sqlite: 'SQLite + disk',
  'sqlite+s3': 'SQLite + S3',
  postgres: 'PostgreSQL + disk',
  'postgres+s3': 'PostgreSQL + S3',
};

/** The stores that `--store` means. @throws {Error} where there is no such word. */
export function chosenStores(store: string): Environment {
  const name = names[store];
  if (name === undefined) throw new Error(`--store is one of ${Object.keys(names).join(', ')}`);
  return environmentOf(name);
}
