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

/** The space takes no features now; `fault` says why. */
export class SpaceBlocked extends Error {
  constructor(readonly fault: PhotoFault) {
    super(fault.detail);
  }
}

/** The key under which features of photos are written: one write after the other. */
export const PHOTO_WRITES = 'photo-writes';

/** Writes features of photos with the rights of their owner. */
export class PhotoWriter {
  static readonly ports = { write: WriteFeatures };

  constructor(private readonly ports: PortsOf<typeof PhotoWriter.ports>) {}

  /**
   * Writes all that can be written, in one transaction; gives a fault where that is not everything.
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
