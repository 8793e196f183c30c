import { StorageUnavailable } from '@cairn/kernel';

const SECOND_MS = 1_000;

/** Epoch milliseconds, whole seconds: all that a HEAD reports, and a listing must agree with it. */
export function storedAt(lastModified: Date | undefined): number {
  const time = Math.floor((lastModified?.getTime() ?? Number.NaN) / SECOND_MS) * SECOND_MS;
  if (Number.isNaN(time)) throw new StorageUnavailable('The image storage does not tell the time.');
  return time;
}
