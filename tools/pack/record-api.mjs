import { rmSync, writeFileSync } from 'node:fs';
import { foundApis, recordsOf } from './api.mjs';
import { libraries } from './libraries.mjs';
import { buildLibraries } from './pack.mjs';
import { recordUseCases } from './use-cases.mjs';

// Records the public API of every library, in files beside its sources.
await buildLibraries();
const found = foundApis();
for (const path of libraries.flatMap(recordsOf)) if (!found.has(path)) rmSync(path);
for (const [path, text] of found) writeFileSync(path, text);

// And the use cases of each library, in its README.
await recordUseCases();
