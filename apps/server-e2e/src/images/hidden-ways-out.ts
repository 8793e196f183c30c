import type { ServerProcess } from '@cairn/harness';
import { signed } from '../support/signed.js';
import { newLink, type Ways } from './hidden-ways-in.js';
import { MARKER } from './odd-files.js';

export const SIGNING_SECRET = 'a-secret-of-32-characters-or-more';
const EVERYTHING = 'file,placeholder,metadata,visibility,addedBy,taken,details';

/** The marker as it is, in base64 wherever it begins, and in hexadecimal digits. */
const TOLD = MARKER.subarray(0, 12);
const SPELLINGS: readonly Buffer[] = [
  TOLD.subarray(0, 8),
  Buffer.from(TOLD.toString('hex')),
  ...[0, 1, 2].map((skipped) => Buffer.from(TOLD.subarray(skipped, skipped + 9).toString('base64'))),
];
/** Whether the marker is in it. */
export const tells = (bytes: Buffer): boolean => SPELLINGS.some((spelling) => bytes.includes(spelling));

interface Asked {
  readonly id: string;
  readonly url: string;
  /** What may be known of its file. */
  readonly served: Buffer;
}

export type Headers = Readonly<Record<string, string>>;
export type Answers = readonly (readonly [what: string, answer: Response])[];

/** All that leads to an image for those who are not its owner; everything has an answer with a body. */
export async function answersAbout(
  server: ServerProcess,
  { id, url, served }: Asked,
  headers: Headers,
): Promise<Answers> {
  const get = async (query = '', range?: string): Promise<Response> =>
    await fetch(url + query, { headers: { ...headers, ...(range !== undefined && { range }) } });
  const third = Math.floor(served.length / 3);
  const expires = `w=321&format=png&expires=${Math.floor(Date.now() / 1_000) + 60}&key=site`;
  return [
    ['file', await get()],
    ['head of the file', await fetch(url, { method: 'HEAD', headers })],
    ['first byte', await get('', 'bytes=0-0')],
    ['from a third', await get('', `bytes=${third}-`)],
    ['to a third', await get('', `bytes=0-${third}`)],
    ['the last bytes', await get('', 'bytes=-64')],
    ['more than there is', await get('', 'bytes=-100000000')],
    ['past the end', await get('', `bytes=${served.length}-`)],
    ['two ranges', await get('', `bytes=0-9,${third}-`)],
    ['derivative', await get('?w=320&format=webp')],
    ['same format', await get('?q=95&w=640')],
    ['parameter that is none', await get('?original=1&metadata=keep')],
    ['unedited', await get('?edit=none')],
    ['signed', await fetch(signed(url, expires, SIGNING_SECRET), { headers })],
    ['original', await fetch(`${server.address}/api/images/${id}/original`, { headers })],
  ];
}

interface Linked {
  readonly id: string;
  /** An album with the image. */
  readonly album: string;
  readonly position: string;
}

/** What the holder of a link gets, whatever position it tells. */
export async function answersOfLink(
  server: ServerProcess,
  { id, album, position }: Linked,
): Promise<Answers> {
  const shared = { resource: { type: 'album', id: album }, download: true, position };
  const { secret, url } = await newLink(server, shared);
  const get = async (path: string, headers: Headers = {}): Promise<Response> =>
    await server.fetch(path, { key: null, headers });
  const [api, file] = [`/api/shared/${secret}`, `/api/shared/${secret}/images/${id}/file`];
  return [
    ['link', await get(api)],
    ['images of the link', await get(`${api}/images`)],
    ['file of the link', await get(file)],
    ['range of the link', await get(file, { range: 'bytes=20-' })],
    ['derivative of the link', await get(`${file}?w=640`)],
    ['archive of the link', await get(`${api}/download`)],
    ['original of the link', await get(`${api}/images/${id}/original`)],
    ['page of the link', await get(url)],
    ['page of the image', await get(`${url}/${id}`)],
    ['page in a frame', await get(`${url}/${id}?embed`)],
    ['oEmbed', await get(`/oembed?url=${encodeURIComponent(url)}`)],
    ['oEmbed of the image', await get(`/oembed?url=${encodeURIComponent(`${url}/${id}`)}`)],
    [
      'with the link as a key',
      await get(`/api/images/${id}/original`, { authorization: `Bearer ${secret}` }),
    ],
  ];
}

/** What somebody reads who may see all of the account. */
export async function answersOfMember(
  { server, accountId, member }: Ways,
  { id, album }: Omit<Linked, 'position'>,
): Promise<Answers> {
  const paths = [
    `/api/images/${id}?include=metadata,srcset,visibility,addedBy,taken,details`,
    `/api/images?include=${EVERYTHING}`,
    `/api/albums/${album}/images?include=file,placeholder,visibility,addedBy,taken,details`,
    '/api/images/days',
    '/api/images/layout',
    '/api/images/look-alikes',
    '/api/cameras',
    '/api/quota?include=bytes,uploads',
  ];
  const headers = { cookie: member.cookie, 'cairn-account': accountId };
  const asked = paths.map(async (path) => [path, await server.fetch(path, { key: null, headers })] as const);
  return await Promise.all(asked);
}
