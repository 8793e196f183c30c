import type { IncomingMessage } from 'node:http';
import { KeyNotFound, type Caller, ReadApiKey } from '@cairn/access';
import { photoSourceQuerySchema, putPhotoSpaceBodySchema, type PhotoSpace } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import {
  LinkPhotos,
  ListPhotoLinks,
  UnlinkPhotos,
  type PhotoLink,
  type PhotoPhase,
  type PhotoSource,
} from '@cairn/photo-places';
import { parse } from '../../messages/faults.js';
import { readJson } from '../../bodies/json-body.js';
import { queryOf } from '../../messages/query.js';
import { timestamp } from '../../responses/timestamp.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** Which photos are features of which space. */
export function photoSpaceHandlers({ application }: HttpServices): OperationHandlers {
  const link = application.get(LinkPhotos);
  const unlink = application.get(UnlinkPhotos);
  const listLinks = application.get(ListPhotoLinks);
  const readKey = application.get(ReadApiKey);
  async function assertOwn(caller: Caller, keyId: string): Promise<void> {
    const { accountId } = await readKey.execute(caller, keyId);
    if (accountId !== caller.accountId) throw new KeyNotFound();
  }
  return {
    listPhotoSpaces: async ({ request }): Promise<readonly PhotoSpace[]> => {
      const { accountId } = callerOf(request);
      return (await listLinks.execute(accountId)).map(photoSpace);
    },

    putPhotoSpace: async ({ request, response }): Promise<PhotoSpace> => {
      const caller = callerOf(request);
      const source = sourceOf(request);
      const { spaceId } = await readJson(request, response, putPhotoSpaceBodySchema);
      if (source.kind === 'key') await assertOwn(caller, source.keyId);
      return photoSpace(await link.execute(caller.accountId, source, spaceId));
    },

    deletePhotoSpace: async ({ request }) => {
      const { accountId } = callerOf(request);
      await unlink.execute(accountId, sourceOf(request));
      return NO_CONTENT;
    },
  };
}

function sourceOf(request: IncomingMessage): PhotoSource {
  const { path, key } = parse(queryOf(request), photoSourceQuerySchema);
  if (path !== undefined && key === undefined) return { kind: 'folder', path };
  if (key !== undefined && path === undefined) return { kind: 'key', keyId: key };
  throw InvalidInput.of('path-or-key', 'The query must have either `path` or `key`.');
}

const states: Readonly<Record<PhotoPhase, PhotoSpace['state']>> = {
  placing: 'filling',
  checking: 'filling',
  idle: 'current',
  blocked: 'blocked',
  removing: 'removing',
};

function photoSpace({ source, spaceId, createdAt, work }: PhotoLink): PhotoSpace {
  const { phase, done, fault } = work;
  return {
    path: source.kind === 'folder' ? source.path : null,
    key: source.kind === 'key' ? source.keyId : null,
    spaceId,
    state: states[phase],
    done,
    fault: fault === undefined ? null : { ...fault },
    createdAt: timestamp(createdAt),
  };
}
