import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
      : ['-update', '-f', 'PostgreSQL', `PG:${databaseUrl}`, '-nln', 'imported'];
  const startedAt = performance.now();
  await promisify(execFile)(PROGRAM, [...target, `GeoJSONSeq:${lines}`]);
  return performance.now() - startedAt;
}
