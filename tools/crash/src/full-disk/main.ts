import { fullDisk, fills, type Fill } from './full-disk.js';

const MEBIBYTE = 1024 * 1024;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

for (const fill of Object.keys(fills) as readonly Fill[]) {
  say(`${fill}: ${fills[fill]}`);
  const { facts, faults } = await fullDisk({ fill, diskBytes: 96 * MEBIBYTE, images: 1_000 });
  for (const [name, value] of Object.entries(facts)) say(`  ${name}: ${value}`);
  for (const fault of faults) say(`  FAULT ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
say(process.exitCode === 1 ? 'Promises were broken.' : 'Every promise was kept.');
