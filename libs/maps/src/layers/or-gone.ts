import { SpaceForbidden, SpaceInactive, SpaceNotFound } from '@cairn/spaces';
import { MapLayerGone } from '../errors.js';

/** Says nothing of the space but that it is gone. @throws {MapLayerGone} if the space cannot be read any more. */
export async function orGone<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw goneFor(error);
  }
}

/** The same for what is read later. */
export async function* partsOrGone<T>(parts: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* parts;
  } catch (error) {
    throw goneFor(error);
  }
}

function goneFor(error: unknown): unknown {
  const isGone = [SpaceNotFound, SpaceForbidden, SpaceInactive].some((kind) => error instanceof kind);
  return isGone ? new MapLayerGone() : error;
}
