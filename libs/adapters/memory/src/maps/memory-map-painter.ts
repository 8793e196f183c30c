import type { MapPicture } from '@cairn/maps';
import type { MapPainter, PaintingTerms } from '@cairn/maps/spi';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns a description instead of painting: the picture as JSON, with the SHA-256 of each tile. */
export class MemoryMapPainter implements MapPainter {
  readonly isInstalled = true;

  async paint(
    picture: MapPicture,
    { tiles, cancellation }: PaintingTerms,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    await Promise.resolve(); // whoever cancels at once gets nothing
    if (cancellation.aborted) return undefined;
    const digests: object[] = [];
    for await (const { bytes, ...tile } of tiles)
      digests.push({ ...tile, sha256: bytesToHex(sha256(bytes)) });
    return new Uint8Array(utf8ToBytes(JSON.stringify({ ...picture, tiles: digests })));
  }
}
