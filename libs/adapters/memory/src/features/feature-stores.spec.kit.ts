import type { FeatureStorePorts, Subject } from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

async function open(): Promise<FeatureStorePorts> {
  const outbox = new MemoryOutbox();
  const spaces = new MemorySpaceRepository(outbox);
  return { features: new MemoryFeatureStore(spaces, outbox), spaces, outbox };
}

/** New stores for saboteurs. */
export const featureStores: Subject<FeatureStorePorts> = { open, reopen: open };
