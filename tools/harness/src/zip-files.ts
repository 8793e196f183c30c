/** The bytes of files by their names. */
export type Folder = ReadonlyMap<string, Buffer>;

const [END, ENTRY] = ['PK\x05\x06', 'PK\x01\x02'];

/** The files of a ZIP file whose entries are not compressed (APPNOTE.TXT 4.3). */
export function filesIn(zip: Buffer): Folder {
  const end = zip.lastIndexOf(END, undefined, 'latin1');
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  for (let at = zip.readUInt32LE(end + 16); files.size < count;) {
    if (zip.toString('latin1', at, at + 4) !== ENTRY) throw new Error(`There is no entry at ${at}.`);
    const [size, nameLength, extraLength, offset] = [24, 28, 30, 42].map((field) =>
      field === 28 || field === 30 ? zip.readUInt16LE(at + field) : zip.readUInt32LE(at + field),
    ) as [number, number, number, number];
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), zip.subarray(start, start + size));
    at += 46 + nameLength + extraLength;
  }
  return files;
}
