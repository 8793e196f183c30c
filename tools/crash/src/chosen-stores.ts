import { environments, type Environment } from '@cairn/services';

/** What `--store` may be, and the stores that it means. */
const names: Readonly<Record<string, string>> = {
  sqlite: 'SQLite + disk',
  'sqlite+s3': 'SQLite + S3',
  postgres: 'PostgreSQL + disk',
  'postgres+s3': 'PostgreSQL + S3',
};

/** The stores that `--store` means. Throws where there is no such word, or where these stores cannot be tested here. */
export function chosenStores(store: string): Environment {
  const environment = environments.find(({ name }) => name === names[store]);
  if (environment === undefined) throw new Error(`--store is one of ${Object.keys(names).join(', ')}`);
  const why = environment.missing ?? environment.slow;
  if (why !== undefined) throw new Error(why);
  return environment;
}
