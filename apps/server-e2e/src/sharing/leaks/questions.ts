import { createHmac } from 'node:crypto';
import type { Asked } from './answers.js';
import { DERIVED, type Target } from './private-images.js';

/** Something to ask of an image. */
export interface Question {
  readonly name: string;
  readonly of: (target: Target) => Omit<Asked, 'asked'>;
}

export const SIGNING_SECRET = 'a-secret-of-the-site-of-32-characters';

const future = new Date(Date.now() + 3_600_000).toUTCString();

const FORMS = [
  ...['?', DERIVED, '?w=320', '?h=320', '?w=320&dpr=2&format=avif', '?format=auto', '?preset=tiny'],
  ...['?w=320&strip=metadata', '?w=320&strip=none', '?w=320&fit=cover&h=320', '?crop=0,0,9,9', '?rotate=90'],
  ...['?format=thumbhash', '?format=blurhash', '?format=color', '?w=321', '?w=no', '?format=exe', '?v=2'],
] as const;

const HEADERS: readonly ((target: Target) => Readonly<Record<string, string>>)[] = [
  ({ etag }) => ({ 'if-none-match': etag }),
  ({ derivedEtag }) => ({ 'if-none-match': derivedEtag }),
  ({ etag }) => ({ 'if-match': etag }),
  () => ({ 'if-none-match': '*' }),
  () => ({ 'if-modified-since': future }),
  () => ({ 'if-unmodified-since': new Date(0).toUTCString() }),
  () => ({ range: 'bytes=0-9' }),
  () => ({ range: 'bytes=999999-' }),
  ({ etag }) => ({ range: 'bytes=0-9', 'if-range': etag }),
  () => ({ accept: 'image/avif,image/webp', origin: 'https://elsewhere.example' }),
];

/** Everything to ask at an address of a file. */
export function fileQuestions(pathOf: (target: Target) => string): readonly Question[] {
  const conditional = ['', DERIVED].flatMap((form) =>
    HEADERS.map((headers, index) => ({
      name: `condition ${index} at the file${form}`,
      of: (target: Target) => ({ path: pathOf(target) + form, headers: headers(target) }),
    })),
  );
  return [
    { name: 'the file', of: (target) => ({ path: pathOf(target) }) },
    { name: 'HEAD of the file', of: (target) => ({ method: 'HEAD', path: pathOf(target) }) },
    ...conditional,
    ...FORMS.map((form) => ({ name: form, of: (target: Target) => ({ path: pathOf(target) + form }) })),
    ...FORMS.map((form) => ({
      name: `HEAD ${form}`,
      of: (target: Target) => ({ method: 'HEAD', path: pathOf(target) + form }),
    })),
    ...['PUT', 'POST', 'DELETE', 'OPTIONS'].map((method) => ({
      name: method,
      of: (target: Target) => ({ method, path: pathOf(target) }),
    })),
  ];
}

const signedFile: Question = {
  name: 'a signed address',
  of: ({ path }) => {
    const text = `${path}?w=321&key=site`;
    const digest = createHmac('sha256', SIGNING_SECRET).update(text.slice('/cdn'.length)).digest('base64url');
    return { path: `${text}&signature=${digest}` };
  },
};

const tileOf = ({ longitude, latitude }: Target): readonly [number, number] => {
  const radians = (latitude * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
  return [Math.floor(((longitude + 180) / 360) * 2 ** 12), Math.floor(y * 2 ** 12)];
};

interface Known {
  /** A photo map of the account of the images, which is shared. */
  readonly map: string;
  /** An album of the one who asks, or nothing. */
  readonly album: string;
}

/** Everything to ask of an image by its identifier, tag, folder and place. */
function recordQuestions({ map, album }: Known): readonly Question[] {
  const read = (name: string, pathOf: (target: Target) => string): Question => ({
    name,
    of: (target) => ({ path: pathOf(target) }),
  });
  const write = (
    method: string,
    pathOf: (id: string) => string,
    bodyOf: (id: string) => object,
  ): Question => ({
    name: `${method} ${pathOf('id')} ${JSON.stringify(bodyOf('id'))}`,
    of: ({ id }) => ({ method, path: pathOf(id), body: bodyOf(id) }),
  });
  const bulk = (what: string, body: object = {}): Question =>
    write(
      'POST',
      () => `/api/images/bulk/${what}`,
      (id) => ({ ids: [id], ...body }),
    );
  return [
    read('record', ({ id }) => `/api/images/${id}`),
    read('record with all', ({ id }) => `/api/images/${id}?include=metadata,srcset,visibility`),
    write('PATCH', (id) => `/api/images/${id}`, () => ({ tags: ['taken'] })),
    write('PATCH', (id) => `/api/images/${id}`, () => ({ visibility: 'public' })),
    { name: 'DELETE of the record', of: ({ id }) => ({ method: 'DELETE', path: `/api/images/${id}` }) },
    bulk('tags', { add: ['taken'] }),
    bulk('visibility', { visibility: 'public' }),
    bulk('delete'),
    write('POST', () => `/api/albums/${album}/images`, (id) => ({ images: [id] })),
    write('PATCH', () => `/api/albums/${album}`, (id) => ({ coverId: id })),
    write('POST', () => '/api/links', (id) => ({ resource: { type: 'image', id } })),
    read('albums with it', ({ id }) => `/api/albums?image=${id}`),
    read('links to it', ({ id }) => `/api/links?type=image&id=${id}`),
    read('picture in the trash', ({ id }) => `/api/trash/${id}/file?w=320`),
    write('POST', (id) => `/api/images/${id}/restore`, () => ({})),
    read('activity of it', ({ id }) => `/api/activity?thing=image:${id}`),
    read('activity in the folder', ({ folder }) => `/api/activity?thing=folder:${folder}`),
    read('images by a guest', ({ id }) => `/api/images?guest=${id}`),
    read('images by a link', ({ id }) => `/api/images?addedBy=link:${id}`),
    write('PATCH', (id) => `/api/links/${id}`, () => ({ download: true })),
    write('POST', (id) => `/api/links/${id}/preview`, () => ({})),
    read('picture in the queue', ({ id }) => `/api/contributions/${id}/file?w=640`),
    read('what waits in the folder', ({ folder }) => `/api/contributions?type=folder&id=${folder}`),
    write('POST', () => '/api/contributions/approve', (id) => ({ ids: [id] })),
    write('POST', () => '/api/contributions/refuse', (id) => ({ ids: [id] })),
    read('listing by tag', ({ tag }) => `/api/images?tags=${tag}&include=file,placeholder,visibility`),
    read('listing by word', ({ tag }) => `/api/images?q=${tag}`),
    read('listing by folder', ({ folder }) => `/api/images?path=${folder}`),
    read('images of the tag', ({ tag }) => `/api/tags/${tag}/images`),
    read('tags by text', ({ tag }) => `/api/tags?q=${tag}`),
    read('tags in the folder', ({ folder }) => `/api/tags?path=${folder}`),
    read('folders', ({ folder }) => `/api/paths?parent=${folder}`),
    read('feature', ({ id }) => `/hub/spaces/${map}/features/photo-${id}`),
    read('features', ({ id }) => `/hub/spaces/${map}/features?id=photo-${id}`),
    read('features by image', ({ id }) => `/hub/spaces/${map}/search?p.imageId=${id}`),
    read('features by tag', ({ tag }) => `/hub/spaces/${map}/search?tags=${tag}`),
    read('count by tag', ({ tag }) => `/hub/spaces/${map}/count?tags=${tag}`),
    read('box', ({ longitude: x, latitude: y }) =>
      `/hub/spaces/${map}/bbox?west=${x - 0.1}&south=${y - 0.1}&east=${x + 0.1}&north=${y + 0.1}`),
    read('nearby', ({ longitude, latitude }) =>
      `/hub/spaces/${map}/spatial?lat=${latitude}&lon=${longitude}&radius=1000`),
    read('tile', (target) => `/tiles/${map}/12/${tileOf(target).join('/')}.mvt`),
    read('tile of the hub', (target) => `/hub/spaces/${map}/tile/web/12_${tileOf(target).join('_')}`),
  ]; // prettier-ignore
}

/** What those ask who have a key, a session, or nothing. */
export function questionsOfCallers(known: Known): readonly Question[] {
  return [...fileQuestions(({ path }) => path), signedFile, ...recordQuestions(known)];
}

/** What the holder of a link asks. */
export function questionsOfHolders(secret: string): readonly Question[] {
  return [
    ...fileQuestions(({ id }) => `/api/shared/${secret}/images/${id}/file`),
    { name: 'page', of: ({ id }) => ({ path: `/a/${secret}/${id}` }) },
    { name: 'HEAD of the page', of: ({ id }) => ({ method: 'HEAD', path: `/a/${secret}/${id}` }) },
    { name: 'unlocking', of: ({ id }) => ({ method: 'POST', path: `/api/shared/${secret}/unlock`, body: { password: id } }) },
  ]; // prettier-ignore
}

/** What is asked without naming an image: its answers must not change when private images come. */
export function wholes({ album }: Known): readonly string[] {
  const filters = ['visibility=private', 'type=image/avif', 'sort=oldest', 'sort=name', 'sort=size', 'q=p'];
  return [
    ...['/api/images', '/api/images?from=2020-01-01', '/api/tags', '/api/paths', '/api/albums'],
    ...filters.map((filter) => `/api/images?${filter}&include=file,placeholder,visibility`),
    ...[`/api/albums/${album}`, `/api/albums/${album}/images`, '/api/links', '/api/quota'],
    ...['/api/photo-spaces', '/hub/spaces?includeRights=true', '/api/contributions'],
  ];
}

/** The same of a photo map. */
export function wholesOfMap({ map }: Known): readonly string[] {
  const everywhere = '/bbox?west=-180&south=-90&east=180&north=90';
  const clusters = '/tile/web/0_0_0?clustering=hexbin';
  const reads = [
    '',
    '/search',
    '/iterate',
    '/count',
    '/statistics',
    '/export',
    everywhere,
    '/tile/web/0_0_0',
  ];
  return [
    ...[...reads, clusters, '/spatial?lat=45&lon=10&nearest=50'].map((path) => `/hub/spaces/${map}${path}`),
    ...[`/tiles/${map}/0/0/0.mvt`, `/tiles/${map}.json`, `/tiles/${map}.pmtiles`, `/styles/${map}.json`],
  ];
}

/** A layer that shows all that photos in a photo map have. */
const LAYER = {
  id: 'photos',
  title: 'Photos',
  style: { color: { by: 'one', color: '#2a6f97' }, label: { property: 'name' } },
  popup: { title: '{name}', picture: '{url}', fields: [{ property: 'imageId' }] },
  table: ['path', 'tags', 'takenAt'],
};

/** A map of layers with such a layer of the photo map. */
export const mapOfPhotos = (space: string): object => ({ title: 'Photos', layers: [{ ...LAYER, space }] });

/** What the holder of a link to a map of layers asks. */
export function questionsOfMap(id: string): readonly Question[] {
  const features = `/api/maps/${id}/layers/${LAYER.id}/features`;
  const asked = (name: string, queryOf: (target: Target) => string): Question => ({
    name: `${name} by a map`,
    of: (target) => ({ path: `${features}?${queryOf(target)}` }),
  });
  return [
    asked('features of the image', ({ id: image }) => `p.imageId=${image}`),
    asked('features with a text', ({ path }) => `q=${encodeURIComponent(path)}`),
    asked('features in a box', ({ longitude: x, latitude: y }) => `bbox=${x - 0.1},${y - 0.1},${x + 0.1},${y + 0.1}`),
    {
      name: 'tile by a map',
      of: (target) => ({ path: `/api/maps/${id}/layers/${LAYER.id}/tiles/12/${tileOf(target).join('/')}.mvt` }),
    },
  ]; // prettier-ignore
}

/** What the holder of such a link asks without naming an image. */
export const wholesOfLayers = (id: string): readonly string[] => [
  ...['/api/maps', `/api/maps/${id}`, `/api/maps/${id}/style.json`],
  ...['tiles.json', 'features', 'features?sort=p.imageId', 'tiles/0/0/0.mvt'].map(
    (path) => `/api/maps/${id}/layers/${LAYER.id}/${path}`,
  ),
];

/** The same of a link. */
export const wholesOfHolders = (secret: string): readonly string[] => [
  ...['', '/images', '/images?limit=1', '/download'].map((path) => `/api/shared/${secret}${path}`),
  `/a/${secret}`,
];
