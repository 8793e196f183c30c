/** Which kind of store this service keeps the content of its spaces in, as `storage.id` shows it. */
export class SpaceStorage {
  constructor(readonly id: string) {}
}
