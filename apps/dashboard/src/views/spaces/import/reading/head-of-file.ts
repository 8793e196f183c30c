/** Larger texts are previewed by their beginning. */
const HEAD_FROM = 8 * 1024 ** 2;
const HEAD_BYTES = 4 * 1024 ** 2;
const LINE_FEED = 0x0a;

/** Files that are not texts: a ZIP, a GeoPackage, FlatGeobuf. Their beginning says little. */
const BINARY = ['PK', 'SQ', 'fg'];

/** The whole lines at the beginning of a large text; the file itself if it is small, or no text. */
export async function headOf(file: File): Promise<Blob> {
  if (file.size <= HEAD_FROM || BINARY.includes(await file.slice(0, 2).text())) return file;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const end = head.lastIndexOf(LINE_FEED);
  if (end < 0) return file;
  const isLittleEndian = head[0] === 0xff && head[1] === 0xfe; // UTF-16: a zero follows the line feed
  return file.slice(0, end + (isLittleEndian ? 2 : 1));
}
