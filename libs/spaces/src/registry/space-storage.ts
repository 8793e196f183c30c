/** XYZ Hub's name of its default store, which its clients send. */
const DEFAULT_STORAGE = 'psql';

/** The type of store that holds the content of spaces. `id` is the `storage.id` of the API. */
export class SpaceStorage {
  constructor(readonly id: string) {}

  /** Whether the id names this store. */
  isCalled(id: string): boolean {
    return id === this.id || id === DEFAULT_STORAGE;
  }
}
