import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export const checkout = at('../../..');
export const docs = at('../../../docs');
/** Of the site's own project. */
export const project = at('..');
/** Where it is built, in a folder per version of the pages. */
export const built = at('../dist');
/** Says which of the built sites is to be served. */
export const described = at('../dist/site.json');
