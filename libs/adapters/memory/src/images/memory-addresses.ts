import { AddressTaken, addressOf, type Image } from '@cairn/images';
import type { KeptAddresses } from '@cairn/images/spi';
import { isOfSameBytes } from './image-copies.js';

const MAX_FREED = 100;

/** Every address that an image has or had. */
export class MemoryAddresses {
  /**
   * By address: the image served there, or the last one before its removal. Includes former addresses of moved images.
   */
  private readonly addresses = new Map<string, Image>();

  /** Those that are erased and never given again. As they are: memory is not read by anybody else. */
  private readonly erased = new Set<string>();

  /** `current` returns the current state of an image of an owner. */
  constructor(private readonly current: (image: Pick<Image, 'owner' | 'id'>) => Image | undefined) {}

  /** @throws {AddressTaken} */
  check(image: Image): void {
    const address = addressOf(image);
    const former = this.addresses.get(address);
    if (this.erased.has(address)) throw new AddressTaken(address);
    if (former && !(this.isFreed(address, former) && isOfSameBytes(former, image)))
      throw new AddressTaken(address);
  }

  put(image: Image): void {
    this.addresses.set(addressOf(image), image);
  }

  /** The image at an address. Finds a moved image by its former addresses too. */
  imageAt(address: string): Image | undefined {
    const former = this.addresses.get(address);
    return former && this.current(former);
  }

  /** The addresses of the owner's images that are gone. */
  gone(owner: string): readonly string[] {
    return [...this.addresses]
      .filter(([, former]) => former.owner === owner && this.current(former) === undefined)
      .map(([address]) => address);
  }

  erase(owner: string, kept: KeptAddresses): number {
    const gone = this.gone(owner);
    for (const address of gone) {
      this.addresses.delete(address);
      if (kept === 'digests') this.erased.add(address);
    }
    return gone.length;
  }

  freed(image: Pick<Image, 'owner' | 'file'>): readonly string[] {
    return [...this.addresses]
      .filter(([address, former]) => this.isFreed(address, former) && isOfSameBytes(former, image))
      .map(([address]) => address)
      .slice(0, MAX_FREED);
  }

  /** Whether the address is free again: the image that had it is gone or has another address. */
  private isFreed(address: string, former: Image): boolean {
    const now = this.current(former);
    return now === undefined || addressOf(now) !== address;
  }
}
