import { CONNECTIONS_OF_HOLDER, FairSemaphore, type Cancellation, type Release } from '@cairn/kernel';

/** A possible destination of a connection: one of the addresses of a host name. */
interface Destination {
  readonly addresses: readonly string[];
  readonly port: string;
}

/** Limits the connections of each holder to each address. */
export class HeldConnections {
  private readonly places = new Map<string, FairSemaphore>();

  /**
   * Waits for a place at every address, because the address that the connection will use is not known. All requests
   * take places in the same order, so that no two can wait for each other.
   * @throws {Error} if it is cancelled.
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
