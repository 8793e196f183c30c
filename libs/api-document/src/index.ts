export { openApiDocument, type Addresses } from './document.js';
export type { Json } from './schemas.js';
