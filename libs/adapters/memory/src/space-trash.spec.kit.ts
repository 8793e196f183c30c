import type { SpaceTrashPorts, Subject } from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemoryGrantRepository } from './memory-grant-repository.js';
import { MemoryLinkRepository } from './memory-link-repository.js';
import { MemoryOutbox } from './memory-outbox.js';
import { MemoryPhotoLinkRepository } from './memory-photo-link-repository.js';
import { MemorySpaceRepository } from './memory-space-repository.js';
import { MemoryTrash } from './memory-trash.js';
import { MemorySignInRecords } from './users/memory-sign-in-records.js';

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
