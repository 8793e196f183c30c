import { resolve } from 'node:path';
import { applications, openProject } from './outside.mjs';
import { buildLibraries, keepIn, packages } from './pack.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(12);

function table(packed) {
  const sum = (key) => packed.reduce((total, item) => total + item[key], 0);
  const rows = [...packed, { name: 'all', size: sum('size'), unpackedSize: sum('unpackedSize') }];
  const lines = rows.map(
    ({ name, size, unpackedSize }) => name.padEnd(24) + kilobytes(size) + kilobytes(unpackedSize),
  );
  return [`${'package'.padEnd(24)}${'packed'.padStart(12)}${'unpacked'.padStart(12)}`, ...lines].join('\n');
}

const folder = resolve('dist/packages');
await buildLibraries();
const packed = await packages();
keepIn(folder, packed);
console.log(`${table(packed)}\n\nThe packages lie in ${folder}`);

for (const [name, parts] of Object.entries(applications)) {
  const project = await openProject(parts);
  const { packages: count, megabytes } = project.installedSize();
  console.log(`An application of ${name} installs ${count} packages, ${megabytes} MB`);
  project.dispose();
}
