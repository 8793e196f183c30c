import { expect, it } from '@jest/globals';
import { later } from '@cairn/testkit';
import { inTurns, turnsFor } from './in-turns.js';

class Catalog {
  readonly begun: string[] = [];
  end = (): void => undefined;
  private readonly over = new Promise<void>((resolve) => (this.end = resolve));

  async list(owner: string): Promise<string> {
    this.begun.push(owner);
    if (owner === 'many') await this.over;
    return owner;
  }
}

it('has calls take turns by whose rows they are about, and keeps a connection for a newcomer', async () => {
  const catalog = new Catalog();
  const { catalog: turned } = inTurns({ catalog }, turnsFor(3));
  const many = Array.from({ length: 5 }, () => turned.list('many'));
  expect(await turned.list('one')).toBe('one');
  await later();
  expect(turned.begun).toEqual(['many', 'many', 'one']);
  catalog.end();
  expect(await Promise.all(many)).toHaveLength(5);
});
