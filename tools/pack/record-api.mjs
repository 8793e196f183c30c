import { compiler } from '../build.mjs';
import { bundles, makeBundle } from './bundles.mjs';
import { workspace } from './libraries.mjs';
import { succeed } from './run.mjs';

// Records the public API of the libraries that are packed as one module, in a file beside their sources.
for (const library of bundles.keys()) {
  await succeed(compiler(library), { cwd: workspace });
  const isSame = await makeBundle(library, { accept: true });
  console.log(`The API of ${library} ${isSame ? 'is as it was' : 'has changed'}`);
}
