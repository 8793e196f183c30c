import type { SpaceTrashPorts, Subject } from '@cairn/testkit';
import { MemoryFeatureStore } from '../features/memory-feature-store.js';
import { MemoryGrantRepository } from '../access/memory-grant-repository.js';
import { MemoryLinkRepository } from '../access/memory-link-repository.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryPhotoLinkRepository } from '../spaces/memory-photo-link-repository.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemorySignInRecords } from '../access/memory-sign-in-records.js';
import { MemoryTrash } from './memory-trash.js';

async function open(): Promise<SpaceTrashPorts> {
  const outbox = new MemoryOutbox();
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const shareLinks = new MemoryLinkRepository();
  const trash = new MemoryTrash({ outbox, shared: [grants, shareLinks] });
  const spaces = new MemorySpaceRepository(outbox, trash);
  const features = new MemoryFeatureStore(spaces, outbox);
  const links = new MemoryPhotoLinkRepository(spaces);
  return { features, spaces, outbox, trash, held: features.trash, links, grants, shareLinks };
}

/** New stores. */
export const spaceTrashes: Subject<SpaceTrashPorts> = { open, reopen: open };
