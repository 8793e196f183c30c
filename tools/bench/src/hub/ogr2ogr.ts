import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { BenchEnvironment } from '../bench-environment.js';

const PROGRAM = 'ogr2ogr';

/** Whether GDAL's importer is installed. */
export function hasOgr2ogr(): boolean {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Imports features, one a line, into the PostgreSQL database of the stores, or a new GeoPackage. Gives milliseconds. */
export async function importWithOgr2ogr(environment: BenchEnvironment, lines: string): Promise<number> {
  const { databaseUrl } = environment;
  const target =
    databaseUrl === undefined
      ? ['-f', 'GPKG', join(environment.folder, 'ogr2ogr.gpkg')]
      : ['-update', '-f', 'PostgreSQL', await withPostgis(databaseUrl), '-nln', 'imported'];
  const startedAt = performance.now();
  await promisify(execFile)(PROGRAM, [...target, `GeoJSONSeq:${lines}`]);
  return performance.now() - startedAt;
}

/** A data source of GDAL, which appends words of its own and so takes no URL. */
async function withPostgis(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
  await client.end();
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  return `PG:host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}`;
}
