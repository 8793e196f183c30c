import { announcedType, LEADING_BYTES, MetadataReader, type ImageMetadata } from '@cairn/image-structure';

/** Types that are turned by EXIF. */
const TURNED = new Set<unknown>(['image/jpeg', 'image/png', 'image/webp']);

/** Whether somebody wrote something of the photo into its file, which a server reads at an upload. */
export async function hasRemarks(bytes: Uint8Array): Promise<boolean> {
  const { tags, ...others } = (await metadataIn(bytes)).remarks;
  return tags.length > 0 || Object.keys(others).length > 0;
}

/** That of EXIF, from 1 to 8; `undefined` for a file of a type that is not turned by it. */
export async function orientationOf(bytes: Uint8Array): Promise<number | undefined> {
  if (!TURNED.has(announcedType(bytes.subarray(0, LEADING_BYTES)))) return undefined;
  return (await metadataIn(bytes)).orientation;
}

async function metadataIn(bytes: Uint8Array): Promise<ImageMetadata> {
  const reader = new MetadataReader();
  for await (const chunk of reader.readFrom(inOnePiece(bytes))) void chunk;
  return reader.metadata;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
