import { uploadForm, type ServerProcess } from '@cairn/harness';
import sharp from 'sharp';
import { PASSWORD } from './browser.js';

/** Sets `hacked` in every place where a text is taken for markup. */
export const PAYLOAD = `"'><img src=x onerror=hacked=1><svg onload=hacked=1>`;

export const OTHER_USER = `${PAYLOAD} two`;

/** What was stored. */
export interface HostileContent {
  readonly imageId: string;
  readonly imageUrl: string;
  readonly spaceId: string;
  /** The cookie of a session of the other user. */
  readonly otherCookie: string;
}

/** Stores the payload wherever users write: the owner, who signs in with {@link PAYLOAD}, sees all of it. */
export async function storeHostileContent(server: ServerProcess): Promise<HostileContent> {
  const send = async (
    method: string,
    path: string,
    [body, cookie]: [unknown, string?],
  ): Promise<Response> => {
    const response = await server.fetch(path, {
      method,
      ...(cookie !== undefined && { key: null }),
      headers: { 'content-type': 'application/json', 'user-agent': PAYLOAD, ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const answer = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;
  const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  const [, token = ''] = /\/setup#(\w+)/.exec(server.output()) ?? [];
  const owner = cookieOf(
    await send('POST', '/api/setup', [{ token, name: PAYLOAD, password: PASSWORD }, '']),
  );
  const invite = { role: 'member', expiresIn: 600 };
  const invited = await answer<{ token: string }>(send('POST', '/api/invites', [invite, owner]));
  const other = { token: invited.token, name: OTHER_USER, password: PASSWORD };
  const otherCookie = cookieOf(await send('POST', '/api/invites/accept', [other, '']));
  await send('POST', '/api/keys', [{ name: PAYLOAD, scopes: ['images:read'] }]);

  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif({
      IFD0: { Make: PAYLOAD, Model: PAYLOAD },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '46/1 0/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '7/1 0/1 0/1',
      },
    })
    .jpeg()
    .toBuffer();
  const upload = (path: string): Promise<Response> => {
    const body = uploadForm({ bytes: photo, name: `${PAYLOAD}.jpg`, path, tags: PAYLOAD });
    return server.fetch('/api/upload', { method: 'POST', body });
  };
  // Names of files are cleaned; folders have any name.
  await answer(upload(PAYLOAD));
  const { id: imageId, url: imageUrl } = await answer<{ id: string; url: string }>(upload('img (onerror)'));

  const space = { title: PAYLOAD, description: PAYLOAD, copyright: [{ label: PAYLOAD }] };
  const { id: spaceId } = await answer<{ id: string }>(send('POST', '/hub/spaces', [space]));
  const system = { tags: [PAYLOAD] };
  const feature = {
    type: 'Feature',
    id: PAYLOAD,
    geometry: { type: 'Point', coordinates: [7, 46] },
    properties: {
      [PAYLOAD]: PAYLOAD,
      link: 'javascript:hacked=1',
      html: { [PAYLOAD]: [PAYLOAD] },
      '@ns:com:here:xyz': system,
    },
  };
  await send('PUT', `/hub/spaces/${spaceId}/features`, [{ type: 'FeatureCollection', features: [feature] }]);
  const photos = await answer<{ id: string }>(send('POST', '/hub/spaces', [space]));
  await send('PUT', '/api/photo-spaces?path=', [{ spaceId: photos.id }]);
  return { imageId, imageUrl, spaceId, otherCookie };
}
