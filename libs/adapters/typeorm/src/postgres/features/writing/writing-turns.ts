import { FairSemaphore } from '@cairn/kernel';

/** A change of features, and the holder whose turn it takes. */
export interface Change {
  readonly spaceId: string;
  readonly holder: string;
}

interface Space {
  readonly turns: FairSemaphore;
  changes: number;
}

/**
 * Makes changes of features take turns before they get a connection. One change runs per space. All spaces together use
 * at most half of the connections, of which one is for a holder without any.
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
