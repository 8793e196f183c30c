/**
 * A table of FlatBuffers (https://flatbuffers.dev/internals). Every read is checked against the bytes there are: a
 * `RangeError` tells of offsets and lengths that lie.
 */
export class FlatTable {
  private readonly fields: number;
  private readonly fieldsLength: number;

  private constructor(
    private readonly bytes: Buffer,
    private readonly at: number,
  ) {
    this.fields = at - bytes.readInt32LE(at);
    this.fieldsLength = bytes.readUInt16LE(this.fields);
  }

  /** The table that the bytes are. */
  static root(bytes: Buffer): FlatTable {
    return new FlatTable(bytes, bytes.readUInt32LE(0));
  }

  byte(field: number): number {
    const at = this.place(field);
    return at === 0 ? 0 : this.bytes.readUInt8(at);
  }

  short(field: number, absent: number): number {
    const at = this.place(field);
    return at === 0 ? absent : this.bytes.readUInt16LE(at);
  }

  integer(field: number): number {
    const at = this.place(field);
    return at === 0 ? 0 : this.bytes.readInt32LE(at);
  }

  /** Of 64 bits, as near as a number comes to it. */
  long(field: number): number {
    const at = this.place(field);
    return at === 0 ? 0 : Number(this.bytes.readBigUInt64LE(at));
  }

  text(field: number): string | undefined {
    return this.vector(field, 1)?.toString('utf8');
  }

  table(field: number): FlatTable | undefined {
    const at = this.place(field);
    return at === 0 ? undefined : new FlatTable(this.bytes, at + this.bytes.readUInt32LE(at));
  }

  tables(field: number): readonly FlatTable[] {
    const [offsets, start] = this.located(field, 4) ?? [Buffer.alloc(0), 0];
    return Array.from(
      { length: offsets.length / 4 },
      (_, index) => new FlatTable(this.bytes, start + 4 * index + offsets.readUInt32LE(4 * index)),
    );
  }

  /** The bytes of items that are each as long. */
  vector(field: number, itemBytes: number): Buffer | undefined {
    return this.located(field, itemBytes)?.[0];
  }

  private located(field: number, itemBytes: number): readonly [Buffer, number] | undefined {
    const at = this.place(field);
    if (at === 0) return undefined;
    const head = at + this.bytes.readUInt32LE(at);
    const [start, length] = [head + 4, itemBytes * this.bytes.readUInt32LE(head)];
    if (start + length > this.bytes.length) throw new RangeError('vector');
    return [this.bytes.subarray(start, start + length), start];
  }

  /** Where a field is; 0 for none. */
  private place(field: number): number {
    const entry = 4 + 2 * field;
    if (entry + 2 > this.fieldsLength) return 0;
    const offset = this.bytes.readUInt16LE(this.fields + entry);
    return offset === 0 ? 0 : this.at + offset;
  }
}
