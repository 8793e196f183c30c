export { FsBlobStore } from './fs-blob-store.js';
