import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { PostgresServer, S3Server } from '@cairn/services';
import { postgresAndS3, sqliteAndDisk, type DrillStores } from './drill-stores.js';
import { drill } from './drill.js';

const { values } = parseArgs({ options: { images: { type: 'string', default: '1000' } } });
const images = Number(values.images);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const disk = await runOn(await sqliteAndDisk());
const shared = await runOnServers();
const lost = disk + shared;
say(lost === 0 ? 'No image was lost.' : `${lost} images were lost.`);
process.exitCode = lost === 0 ? 0 : 1;

async function runOn(stores: DrillStores): Promise<number> {
  const results = await drill(stores, { images, report: say }).finally(() => stores.close());
  return results.reduce((sum, result) => sum + result.lost, 0);
}

async function runOnServers(): Promise<number> {
  const postgres = await PostgresServer.start();
  try {
    const s3 = await S3Server.start('minio');
    try {
      const freshBucket = (): Promise<string> => s3.bucket(`drill-${randomBytes(8).toString('hex')}`);
      return await runOn(await postgresAndS3(postgres.url, freshBucket));
    } finally {
      await s3.stop();
    }
  } finally {
    await postgres.stop();
  }
}
