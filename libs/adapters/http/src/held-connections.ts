import { CONNECTIONS_OF_HOLDER, FairSemaphore, type Cancellation, type Release } from '@cairn/kernel';

/** Where a connection may be made to: one of the addresses of a name. */
interface Destination {
  readonly addresses: readonly string[];
  readonly port: string;
}

/** Bounds the connections of each holder to each address. */
export class HeldConnections {
  private readonly places = new Map<string, FairSemaphore>();

  /**
   * Waits for a place at every address, as it is not known which one is connected to. All requests take them in the same order,
   * so that none waits for another one in a circle. @throws {Error} if it is cancelled.
   */
  async acquire(
    holder: string | undefined,
    { addresses, port }: Destination,
    cancellation: Cancellation,
  ): Promise<Release> {
    const taken: Release[] = [];
    const release = (): void => {
      for (const one of taken.splice(0)) one();
    };
    if (holder === undefined) return release;
    for (const address of [...new Set(addresses)].toSorted()) {
      const key = JSON.stringify([holder, address, port]);
      const places = this.places.get(key) ?? new FairSemaphore({ count: CONNECTIONS_OF_HOLDER });
      this.places.set(key, places);
      const place = await places.acquire({ holder, cancellation });
      if (typeof place === 'string') {
        release();
        throw new Error('cancelled while waiting for a connection');
      }
      taken.push(() => {
        place();
        if (places.heldBy(holder) === 0 && !places.hasWaiting) this.places.delete(key);
      });
    }
    return release;
  }
}
