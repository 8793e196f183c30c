import type { DomainError, PortsOf } from '@cairn/kernel';
import {
  FeatureLimitReached,
  ownerCaller,
  SpaceForbidden,
  SpaceInactive,
  SpaceReadOnly,
  WriteFeatures,
  type FeatureInput,
} from '@cairn/spaces';
import type { PhotoFault, PhotoLink } from './photo-link.js';

/** The space accepts no features now. `fault` says why. */
export class SpaceBlocked extends Error {
  constructor(readonly fault: PhotoFault) {
    super(fault.detail);
  }
}

/** The mutex key for writing photo features, one write at a time. */
export const PHOTO_WRITES = 'photo-writes';

/** Writes photo features with the rights of their owner. */
export class PhotoWriter {
  static readonly ports = { write: WriteFeatures };

  constructor(private readonly ports: PortsOf<typeof PhotoWriter.ports>) {}

  /**
   * Writes as many features as possible, in one transaction. Returns a fault if some were not written.
   * @throws {SpaceBlocked} {SpaceNotFound}
   */
  async write(
    { owner, spaceId }: Pick<PhotoLink, 'owner' | 'spaceId'>,
    features: readonly FeatureInput[],
  ): Promise<PhotoFault | undefined> {
    if (features.length === 0) return undefined;
    try {
      const request = { features, onFailure: 'skip', returning: 'ids' } as const;
      const { failed } = await this.ports.write.execute(ownerCaller({ owner }), spaceId, request);
      const [first] = failed;
      return first && { code: first.reason, detail: first.detail };
    } catch (error) {
      if (isBlocking(error)) throw new SpaceBlocked({ code: error.code, detail: error.message });
      throw error;
    }
  }
}

function isBlocking(error: unknown): error is DomainError {
  return [SpaceForbidden, SpaceInactive, SpaceReadOnly, FeatureLimitReached].some(
    (kind) => error instanceof kind,
  );
}
