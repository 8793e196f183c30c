import { copyFileSync } from 'node:fs';
import { compiler } from '../build.mjs';
import { apiRecords, bundles, updateBundle } from './bundles.mjs';
import { workspace } from './libraries.mjs';
import { succeed } from './run.mjs';
import { recordUseCases } from './use-cases.mjs';

// Records the public API of the libraries that are packed as one module, in a file beside their sources.
for (const library of bundles.keys()) {
  await succeed(compiler(library), { cwd: workspace });
  await updateBundle(library);
  const [recorded, found] = apiRecords(library);
  copyFileSync(found, recorded);
}

// And the use cases of each library, in its README.
await recordUseCases();
