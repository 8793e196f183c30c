import { statfs } from 'node:fs/promises';
import { StorageFull } from '@cairn/kernel';
import { storing } from './fs-errors.js';

/** A disk with less free space counts as full: a photo may not fit. */
const ROOM_BYTES = 4 * 1024 * 1024;

/** @throws {StorageFull} when the directory's disk has no space for a photo. */
export async function requireRoom(directory: string): Promise<void> {
  const { bavail, bsize } = await storing(statfs(directory));
  if (bavail * bsize < ROOM_BYTES)
    throw new StorageFull('The disk is full: the image storage has no room for a photo.');
}
