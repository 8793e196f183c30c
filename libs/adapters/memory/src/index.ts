export { ManualClock } from './manual-clock.js';
export { SequenceIdGenerator } from './sequence-id-generator.js';
export { MemoryAccountRepository } from './memory-account-repository.js';
export { MemoryApiKeyRepository } from './memory-api-key-repository.js';
export { MemoryBlobStore } from './memory-blob-store.js';
export { MemoryCatalogRepository } from './memory-catalog-repository.js';
export { MemoryImageProcessor } from './memory-image-processor.js';
export { MemorySpaceRepository } from './memory-space-repository.js';
