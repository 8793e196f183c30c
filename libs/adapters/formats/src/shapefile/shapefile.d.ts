/** The parts of `shapefile` that are used; it has no types of its own. */
declare module 'shapefile' {
  import type { Readable } from 'node:stream';

  export interface Source<T> {
    read(): Promise<{ readonly done: boolean; readonly value: T }>;
    cancel(): Promise<void>;
  }
  export function openDbf(
    source: Readable,
    options: { readonly encoding: string },
  ): Promise<Source<Record<string, unknown>>>;
}
