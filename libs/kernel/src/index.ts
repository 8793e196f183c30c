export { Clock } from './clock.js';
export { BASE62 } from './base62.js';
export { IdGenerator } from './id-generator.js';
export { DomainError, StorageFull, StorageUnavailable } from './domain-error.js';
export { InvalidInput, MAX_FAULTS, parseAll, type Fault } from './invalid-input.js';
export {
  formatCursor,
  parseCursor,
  toPage,
  walk,
  type Page,
  type PageRequest,
  type Position,
} from './page.js';
export { toNfc } from './text.js';
