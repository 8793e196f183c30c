/** The type of store that holds the content of spaces. `id` is the `storage.id` of the API. */
export class SpaceStorage {
  constructor(readonly id: string) {}
}
