import type { EntityManager } from 'typeorm';

/**
 * A query by one value for what is asked most: its text is made once, where the `sql` tag would put it together again
 * for every call, which takes about as long as to run it.
 */
export class Lookup<Row> {
  private text: string | undefined;

  /** `write` is given what stands for the value in the text. */
  constructor(private readonly write: (value: string) => string) {}

  async find(manager: EntityManager, value: string): Promise<Row | undefined> {
    this.text ??= this.write(manager.dataSource.driver.createParameter('value', 0));
    const [row] = await manager.query<readonly Row[]>(this.text, [value]);
    return row;
  }
}
