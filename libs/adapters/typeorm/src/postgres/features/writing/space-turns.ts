/** Runs the writes of one space one behind the other, so that those that wait hold no connection. */
export class SpaceTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(spaceId: string, write: () => Promise<T>): Promise<T> {
    const turn = this.after(this.last.get(spaceId), write);
    this.last.set(spaceId, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(spaceId) === turn) this.last.delete(spaceId);
    }
  }

  private async after<T>(before: Promise<unknown> | undefined, write: () => Promise<T>): Promise<T> {
    await before?.catch(() => undefined);
    return await write();
  }
}
