import { storedFile } from '@cairn/images';
import { ContributionRepository } from '@cairn/images/spi';
import type { PortsOf } from '@cairn/kernel';
import type { ErasedCounts } from './erasure.js';

/** Deletes what waits for approval, a part at a time. */
export class WaitingRemoval {
  static readonly ports = { contributions: ContributionRepository };

  constructor(private readonly ports: PortsOf<typeof WaitingRemoval.ports>) {}

  /** At most `limit` images of the owner. */
  async execute(
    owner: string,
    limit: number,
  ): Promise<{ readonly erased?: ErasedCounts; readonly isDone: boolean }> {
    const { contributions } = this.ports;
    const { items } = await contributions.list(owner, {}, { limit });
    if (items.length === 0) return { isDone: true };
    const removed = await contributions.refuse(
      owner,
      items.map(({ image }) => image.id),
    );
    const bytes = removed.reduce((sum, { image }) => sum + storedFile(image.file).sizeInBytes, 0);
    return { erased: { contributions: removed.length, bytes }, isDone: false };
  }
}
