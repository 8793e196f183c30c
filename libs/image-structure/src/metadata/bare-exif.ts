/** An EXIF block with nothing but an orientation. */
export type OrientedExif = Uint8Array;

const ORIENTATION = 0x0112;
const LENGTH = 26;

/** The smallest EXIF block with an orientation. */
export function bareExif(orientation: number): OrientedExif {
  const header = [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0];
  const entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
  return Uint8Array.from([...header, 1, 0, ...entry, 0, 0, 0, 0]);
}

/** Whether an EXIF block contains nothing but an orientation. */
export function isBareExif(tiff: Uint8Array): boolean {
  if (tiff.length !== LENGTH) return false;
  const isLittle = tiff[0] === 0x49;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const head = view.getUint32(4, isLittle) === 8 && view.getUint16(8, isLittle) === 1;
  const entry = view.getUint16(10, isLittle) === ORIENTATION && view.getUint16(12, isLittle) === 3;
  return head && entry && view.getUint32(14, isLittle) === 1 && view.getUint32(22, isLittle) === 0;
}
