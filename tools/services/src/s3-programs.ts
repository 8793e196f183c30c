import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from './child.js';
import { programOf } from './programs.js';

const run = promisify(execFile);

export const KEY = 'cairnkey';
export const SECRET = 'cairnsecret';

/** An S3 server that can be started. */
interface S3Program {
  /** How many ports it listens on. The first is that of S3. */
  readonly ports: number;
  /** Prepares an empty folder for its data. */
  prepare(this: void, folder: string): Promise<void>;
  command(this: void, folder: string, ports: readonly number[]): Command;
  /** A path that answers 200 once requests are accepted, which is after the port is listened on. */
  readonly readyPath: string;
  /** Files that it leaves elsewhere when it is killed. */
  leftovers(this: void, ports: readonly number[]): readonly string[];
}

/** Keeps conditions, also of concurrent requests. */
const seaweedfs: S3Program = {
  ports: 8,
  readyPath: '/status',
  prepare: async () => undefined,
  // No setting puts these sockets elsewhere.
  leftovers: (ports) =>
    SEAWEEDFS_PORTS.map((name, index) => `/tmp/seaweedfs-${name.split('.')[0]}-grpc-${ports[index]}.sock`),
  command: (folder, ports) => ({
    file: programOf('weed', 'SeaweedFS'),
    args: [
      'server',
      `-dir=${folder}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      '-filer',
      '-s3',
      ...SEAWEEDFS_PORTS.map((name, index) => `-${name}=${ports[index]}`),
      `-filer.localSocket=${join(folder, 'filer.sock')}`,
      `-s3.localSocket=${join(folder, 's3.sock')}`,
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      '-master.telemetry=false',
      '-master.peers=none', // there is no other to elect
      '-master.volumeSizeLimitMB=1024',
      '-volume.max=100000', // each bucket has volumes of its own
      '-volume.preStopSeconds=0',
    ],
    env: {
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: SECRET,
      WEED_MASTER_VOLUME_GROWTH_COPY_1: '1', // by default seven are made at once
      HOME: folder,
    },
  }),
};

const SEAWEEDFS_PORTS = ['s3', 'master', 'volume', 'filer'].flatMap((part) => [
  `${part}.port`,
  `${part}.port.grpc`,
]);

/** Its gateway is MinIO's, so it answers as MinIO does. */
const juicefs: S3Program = {
  ports: 2,
  readyPath: '/minio/health/ready',
  leftovers: () => [],
  prepare: async (folder) => {
    const where = ['--storage', 'file', '--bucket', join(folder, 'data/')];
    await run(programOf('juicefs', 'JuiceFS'), [
      'format',
      ...where,
      '--trash-days=0',
      catalogOf(folder),
      'cairn',
    ]);
  },
  command: (folder, [port, metricsPort]) => ({
    file: programOf('juicefs', 'JuiceFS'),
    args: [
      'gateway',
      '--multi-buckets',
      '--keep-etag',
      '--object-meta',
      '--no-banner',
      '--no-usage-report',
      '--backup-meta=0',
      '--cache-size=0',
      `--cache-dir=${join(folder, 'cache')}`,
      `--log=${join(folder, 'log')}`,
      `--metrics=127.0.0.1:${metricsPort}`,
      catalogOf(folder),
      `127.0.0.1:${port}`,
    ],
    env: { MINIO_ROOT_USER: KEY, MINIO_ROOT_PASSWORD: SECRET, MINIO_UPDATE: 'off', HOME: folder },
  }),
};

const catalogOf = (folder: string): string => `sqlite3://${join(folder, 'catalog.db')}`;

export const s3Programs = { seaweedfs, juicefs };
export type S3ProgramName = keyof typeof s3Programs;
