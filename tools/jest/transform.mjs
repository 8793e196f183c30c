import { pathToFileURL } from 'node:url';
import { bundleOf } from './spec-bundles.mjs';

const process = (text, spec) => ({ code: `import ${JSON.stringify(pathToFileURL(bundleOf(spec)).href)};` });

/** For Jest, a spec is what imports its bundle. */
export default { process };
