import { parseArgs } from 'node:util';
import { postgresAndS3, sqliteAndDisk } from './drill-stores.js';
import { drill } from './drill.js';

/** Makes mistakes with stores, and counts what they lose. The servers are those of tools/services/run.mjs. */
const { values } = parseArgs({ options: { images: { type: 'string', default: '1000' } } });
const say = (text: string): void => void process.stdout.write(`${text}\n`);

let lost = 0;
for (const open of [sqliteAndDisk, postgresAndS3]) {
  const stores = await open();
  const options = { images: Number(values.images), report: say };
  const results = await drill(stores, options).finally(() => stores.close());
  for (const result of results) lost += result.lost;
}
say(lost === 0 ? 'No image was lost.' : `${lost} images were lost.`);
process.exitCode = lost === 0 ? 0 : 1;
