import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BYTES_PER_PIXEL = 3;

/** A valid PNG of noise, which does not compress. Each copy can carry a text that makes its pixels unique. */
export class NoiseImage {
  private constructor(
    private readonly head: Buffer,
    private readonly rows: Buffer,
    private readonly rowLength: number,
  ) {}

  static ofSide(pixels: number): NoiseImage {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(pixels, 0);
    header.writeUInt32BE(pixels, 4);
    header.set([8, 2], 8); // bit depth, colour type RGB
    const row = 1 + pixels * BYTES_PER_PIXEL;
    const rows = randomFillSync(Buffer.alloc(row * pixels));
    for (let start = 0; start < rows.length; start += row) rows[start] = 0; // filter: none
    return new NoiseImage(Buffer.concat([SIGNATURE, chunk('IHDR', header)]), rows, row);
  }

  /** The image with a text that is metadata. */
  described(text: string): Buffer {
    return NoiseImage.described(this.with(''), text);
  }

  /** Such an image with a text that is metadata. */
  static described(image: Buffer, text: string): Buffer {
    const end = image.length - chunk('IEND', Buffer.alloc(0)).length;
    const metadata = chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'));
    return Buffer.concat([image.subarray(0, end), metadata, image.subarray(end)]);
  }

  /** The end of the text is in it, too: noise may go on as a longer text does. */
  with(text: string): Buffer {
    const rows = Buffer.from(this.rows);
    let at = 0;
    for (const byte of Buffer.from(`${text}\0`, 'latin1')) {
      if (at % this.rowLength === 0) at += 1; // the filter of a row
      rows[at] = byte;
      at += 1;
    }
    const data = chunk('IDAT', deflateSync(rows, { level: 0 }));
    return Buffer.concat([this.head, data, chunk('IEND', Buffer.alloc(0))]);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), framed.length - 4);
  return framed;
}
