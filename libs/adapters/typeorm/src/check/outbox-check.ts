import type { Check } from './finding.js';

/** No consumer's position is past the latest event: it would miss future events. */
export const outboxCheck: Check = {
  name: 'outbox',
  async *find(statements) {
    const rows = await statements.sql<
      readonly { readonly name: string; readonly position: number; readonly last: number }[]
    >`
      SELECT name, position, (SELECT COALESCE(max(position), 0) FROM outbox_event) AS last FROM outbox_consumer
      WHERE position > (SELECT COALESCE(max(position), 0) FROM outbox_event) ORDER BY name`;
    for (const { name, position, last } of rows)
      yield {
        check: this.name,
        subject: name,
        problem: `has handled event ${position}, and the latest one is ${last}`,
      };
  },
};
