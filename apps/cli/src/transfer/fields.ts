/** Reads members of untrusted JSON. A member of another type than requested counts as absent. */
export class Fields {
  private readonly members: ReadonlyMap<string, unknown>;

  constructor(value: unknown) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.members = new Map(isObject ? Object.entries(value) : []);
  }

  /** @throws {SyntaxError} if the text is not JSON. */
  static parse(text: string): Fields {
    return new Fields(JSON.parse(text));
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  value(name: string): unknown {
    return this.members.get(name);
  }

  text(name: string): string | undefined {
    const value = this.members.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.members.get(name);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  texts(name: string): readonly string[] {
    return this.list(name).flatMap((value) => (typeof value === 'string' ? [value] : []));
  }

  objects(name: string): readonly Fields[] {
    return this.list(name).map((value) => new Fields(value));
  }

  /** The members of an object; none if there is no such object. */
  object(name: string): Fields {
    return new Fields(this.members.get(name));
  }

  /** A time in ISO 8601, as epoch milliseconds. */
  time(name: string): number | undefined {
    const ms = Date.parse(this.text(name) ?? '');
    return Number.isNaN(ms) ? undefined : ms;
  }

  private list(name: string): readonly unknown[] {
    const value = this.members.get(name);
    return Array.isArray(value) ? value : [];
  }
}
