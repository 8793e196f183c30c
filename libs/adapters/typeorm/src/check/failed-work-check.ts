import type { Check } from './finding.js';

/** No work is set aside. Such work is not retried until somebody requests it. */
export const failedWorkCheck: Check = {
  name: 'failed-work',
  async *find(statements) {
    const rows = await statements.sql<readonly { readonly job: string; readonly count: number }[]>`
      SELECT job, CAST(count(*) AS double precision) AS count FROM failed_work
      WHERE retry_at IS NULL GROUP BY job ORDER BY job`;
    for (const { job, count } of rows)
      yield {
        check: this.name,
        subject: job,
        problem: `${count} of its items failed too often and are set aside`,
        remedy: 'try them again',
      };
  },
  async repair(database, job) {
    // The time of the failure is in the past, so that the work is due at once.
    await database.write(
      (manager) => manager.sql`
      UPDATE failed_work SET attempts = 0, retry_at = failed_at WHERE job = ${job} AND retry_at IS NULL`,
    );
  },
};
