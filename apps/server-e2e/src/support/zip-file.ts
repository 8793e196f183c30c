import { crc32 } from 'node:zlib';

/** A ZIP of files that are stored as they are, by their names: APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16. */
export function zipFile(files: Readonly<Record<string, Uint8Array | string>>): Uint8Array {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [text, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(text), Buffer.from(content)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), fields, name, bytes);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, rest, name);
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(18);
  const count = directory.length / 4;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
