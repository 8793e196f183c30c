import { createClient, type CairnEvent, type Events, type UploadResult } from '@cairn/client';
import { failureOf, same, type Scenario } from './scenario.js';

/** Following changes. */
export const eventScenarios: Readonly<Record<string, Scenario>> = {
  'changes are followed, and go on where they were left': async ({ client, address, photo }) => {
    const { id: accountId } = await client.call('POST /api/accounts', { body: { name: 'Follower' } });
    const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write'] as const;
    const { key, id: keyId } = await client.call('POST /api/keys', {
      body: { name: 'Follower', scopes: [...scopes], accountId },
    });
    const own = createClient({ baseUrl: address, key });
    let uploading: Promise<UploadResult> | undefined;
    const events = own.events({ onConnected: () => void (uploading ??= own.upload(photo)) });
    const first = await next(events);
    const { id: image = '' } = (await uploading) ?? {};
    same(told(first), ['image-uploaded', image]);
    const space = await own.call('POST /hub/spaces', { body: { title: 'Huts' } });
    await own.call('DELETE /api/images/{id}', { params: { id: image } });
    const later = [await next(events), await next(events)].map(told);
    same(later, [
      ['space-created', space.id],
      ['image-deleted', image],
    ]);
    await client.call('DELETE /api/keys/{id}', { params: { id: keyId } });
    same((await failureOf(next(events))).kind, 'unauthorized');
  },
};

const told = ({ type, id }: CairnEvent): readonly unknown[] => [type, id];

async function next(events: Events): Promise<CairnEvent> {
  for await (const event of events) return event;
  throw new Error('The events have ended.');
}
