import type { NewActivityRecord } from '@cairn/api-schema';
import { ownClient } from '../api/client.ts';
import { attempt } from '../components/attempt.ts';

const NOTHING: Omit<NewActivityRecord, 'seenAt'> = { latestAt: null, count: 0, isMore: false, rows: [] };

/** What others added to the user's own account since they last looked, in any browser. */
class News {
  found = $state.raw<Omit<NewActivityRecord, 'seenAt'>>(NOTHING);
  private asked = 0;

  /** Reads it again. Of several at once, the latest counts; if it fails, what is shown stays until the next change. */
  async load(): Promise<void> {
    const asked = (this.asked += 1);
    const found = await ownClient.call('GET /api/activity/new').catch(() => undefined);
    if (found !== undefined && asked === this.asked) this.found = found;
  }

  /** Says that what was added up to then has been seen. What came later stays new. */
  async markSeen(until: string): Promise<void> {
    await attempt(() => ownClient.call('PUT /api/activity/seen', { body: { until } }));
    await this.load();
  }
}

export const news = new News();
