import { type PbfWriter } from 'pbf';
import { type TileGeometry } from './tile-layer.js';

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

const command = (id: number, count: number): number => id + count * 8;
const zigZag = (step: number): number => ((step << 1) ^ (step >> 31)) >>> 0;

/** A sink of the numbers of a geometry; called twice, to count their bytes and to write them. */
interface Sink {
  put(value: number): void;
}

class ByteCount implements Sink {
  total = 0;

  put(value: number): void {
    this.total += value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
  }
}

class Bytes implements Sink {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  put(value: number): void {
    let left = value;
    while (left >= 0x80) {
      this.bytes[this.at] = (left & 0x7f) | 0x80;
      this.at += 1;
      left >>>= 7;
    }
    this.bytes[this.at] = left;
    this.at += 1;
  }
}

/** The length of a geometry's commands in bytes. */
export function sizeOfCommands(geometry: TileGeometry): number {
  const count = new ByteCount();
  putCommands(geometry, count);
  return count.total;
}

/** Appends the commands of a geometry. `size` is their length in bytes. */
export function writeCommands(writer: PbfWriter, geometry: TileGeometry, size: number): void {
  writer.realloc(size);
  putCommands(geometry, new Bytes(writer.buf, writer.pos));
  writer.pos += size;
}

function putCommands({ type, paths }: TileGeometry, sink: Sink): void {
  let x = 0;
  let y = 0;
  for (const path of paths) {
    const positions = path.length / 2;
    sink.put(command(MOVE_TO, type === 'point' ? positions : 1));
    for (let index = 0; index < path.length; index += 2) {
      if (index === 2 && type !== 'point') sink.put(command(LINE_TO, positions - 1));
      const toX = path[index] ?? 0;
      const toY = path[index + 1] ?? 0;
      sink.put(zigZag(toX - x));
      sink.put(zigZag(toY - y));
      x = toX;
      y = toY;
    }
    if (type === 'polygon') sink.put(command(CLOSE_PATH, 1));
  }
}
