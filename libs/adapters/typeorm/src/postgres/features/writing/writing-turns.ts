import { FairSemaphore } from '@cairn/kernel';

/** A change of the features of a space, and whose turn it takes. */
export interface Change {
  readonly spaceId: string;
  readonly holder: string;
}

interface Space {
  readonly turns: FairSemaphore;
  changes: number;
}

/**
 * The turns of changes of features, before they have a connection: of one space one at a time, and of all spaces half of
 * the connections at most, one of them for a holder without any.
 */
export class WritingTurns {
  private readonly spaces = new Map<string, Space>();
  private readonly connections: FairSemaphore;

  constructor(maxConnections: number) {
    this.connections = new FairSemaphore({ count: Math.max(2, Math.floor(maxConnections / 2)), reserved: 1 });
  }

  async run<T>({ spaceId, holder }: Change, work: () => Promise<T>): Promise<T> {
    const space = this.spaces.get(spaceId) ?? { turns: new FairSemaphore({ count: 1 }), changes: 0 };
    this.spaces.set(spaceId, space);
    space.changes += 1;
    try {
      return await space.turns.run({ holder }, () => this.connections.run({ holder }, work));
    } finally {
      space.changes -= 1;
      if (space.changes === 0) this.spaces.delete(spaceId);
    }
  }
}
