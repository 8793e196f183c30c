import { newKey, type ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { spaceDetails, SpacesClient } from './spaces-client.js';

/** Tests of who owns spaces. */
export function declareOwners(open: () => ServerProcess): void {
  describe('owners', () => {
    it('are the accounts of keys, and others cannot access their spaces', async () => {
      const account = await openAccount(open(), 'Surveyor');
      const { body } = await new SpacesClient(open()).create(
        { ...spaceDetails, id: 'owned' },
        { key: account.key },
      );
      expect(body['owner']).toBe(account.id);
      const stranger = await new SpacesClient(open()).call('/hub/spaces/owned');
      expect([stranger.status, stranger.body['error']]).toEqual([403, 'Forbidden']);
      expect((await new SpacesClient(open()).call('/hub/spaces/owned', { method: 'DELETE' })).status).toBe(
        403,
      );

      const ids = async (owner: string, key: string | null): Promise<unknown[]> => {
        const response = await open().fetch(`/hub/spaces?owner=${owner}`, { key });
        return ((await response.json()) as { id: string }[]).map((space) => space.id);
      };
      expect(await ids('me', account.key)).toEqual(['owned']);
      expect(await ids('*', account.key)).toContain('my-space');
      expect(await ids('others', account.key)).not.toContain('owned');
      expect(await ids('*', null)).not.toContain('owned');
      expect(await ids('*', open().key)).toContain('owned');
      expect((await new SpacesClient(open()).call(`/hub/spaces?owner=${account.id}`)).status).toBe(403);
    });

    it('need a valid key (401) with the right scope (403)', async () => {
      const unknown = await new SpacesClient(open()).call('/hub/spaces', { key: newKey() });
      expect([unknown.status, unknown.body]).toEqual([
        401,
        {
          type: 'error',
          statusCode: 401,
          reasonPhrase: 'Unauthorized',
          message: expect.stringContaining('key'),
          streamId: unknown.headers.get('stream-id'),
        },
      ]);
      const reader = await openAccount(open(), 'Reader', { scopes: ['spaces:read'] });
      const refused = await new SpacesClient(open()).create(spaceDetails, { key: reader.key });
      expect([refused.status, refused.body['error']]).toEqual([403, 'Forbidden']);
    });
  });
}
