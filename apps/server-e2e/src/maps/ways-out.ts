import { operations, type Operation } from '@cairn/api-schema';

/** What a reader of a map names in addresses. */
export interface Asked {
  readonly map: string;
  readonly layer: string;
  readonly space: string;
  /** Of a link to the map. */
  readonly secret: string;
}

/** A request of a reader. */
export interface WayOut {
  readonly id: string;
  readonly path: string;
}

/** The longitude and latitude of all that the map has. */
const PLACE = [8.5, 47.25] as const;

/** The tile of the place. */
function tileAt(zoom: number): readonly [x: number, y: number] {
  const [longitude, latitude] = [PLACE[0], (PLACE[1] * Math.PI) / 180];
  const y = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2;
  return [Math.floor(((longitude + 180) / 360) * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}

const ZOOMS = Array.from({ length: 15 }, (_, zoom) => zoom);

/** What is asked by each parameter of a query. A parameter that is not here is a fault of this table. */
const queries: Readonly<Record<string, readonly string[]>> = {
  access_token: [],
  bbox: ['bbox=8,47,9,48', 'bbox=-180,-90,180,90'],
  cursor: [],
  download: ['download=1'],
  height: ['height=64'],
  id: [],
  language: ['language=de'],
  limit: ['limit=1'],
  of: ['of=features'],
  'p.name': ['p.beds>=1', 'p.name^=S', 'p.beds>=50'],
  q: ['q=hut', 'q=secret'],
  scale: ['scale=2'],
  sort: ['sort=p.beds:desc', 'sort=f.id:desc'],
  space: ['space=huts'],
  theme: ['theme=dark'],
  v: ['v=2'],
  width: ['width=64'],
};

/** The queries to ask an operation with, the empty one first. @throws {Error} for a parameter that the table does not have */
function queriesOf({ id, query }: Operation): readonly string[] {
  const asked = Object.keys(query?.shape ?? {}).flatMap((name) => {
    const given = queries[name];
    if (given === undefined) throw new Error(`Say what to ask ${id} by \`${name}\`, in ways-out.ts.`);
    return given.map((text) => `?${text}`);
  });
  return ['', ...asked];
}

const readsMaps = ({ api, method }: Operation): boolean => api === 'maps' && method === 'get';
const readsLinks = ({ access, method }: Operation): boolean => access === 'link' && method === 'get';

/** Every way to read what a map shows, as the rows of the operations have them. */
export function waysOut(asked: Asked): readonly WayOut[] {
  return operations
    .filter((operation: Operation) => readsMaps(operation))
    .flatMap((operation: Operation) =>
      queriesOf(operation).flatMap((query) =>
        pathsOf(operation, asked, query === '' ? ZOOMS : [0]).map((path) => ({
          id: operation.id,
          path: path + query,
        })),
      ),
    );
}

/** Everything that is opened by the secret in an address, and the pages of links. */
export function linkWays(asked: Asked): readonly WayOut[] {
  const ofLinks = operations.filter(
    (operation: Operation) => readsLinks(operation) || operation.path.startsWith('/a/'),
  );
  return ofLinks
    .filter(({ method }) => method === 'get')
    .flatMap((operation: Operation) =>
      pathsOf(operation, asked, [0]).map((path) => ({ id: operation.id, path })),
    );
}

/** Every other read of the service, about the space of the map where it names one. A stream of events never ends. */
export function otherReads(asked: Asked): readonly WayOut[] {
  return operations
    .filter(
      (operation: Operation) =>
        operation.method === 'get' && operation.access !== 'open' && operation.path !== '/api/events',
    )
    .filter((operation: Operation) => !readsMaps(operation) && !readsLinks(operation))
    .flatMap((operation: Operation) =>
      pathsOf(operation, asked, [0]).map((path) => ({ id: operation.id, path })),
    );
}

/** What is not in the documents, or of other parts of the service: it is refused, or changes nothing. */
export const HOSTILE = [
  ...['selection=p.phone', 'selection=p.name,p.phone,f.createdAt', 'tags=staffed', 'part=1,2', 'margin=256'],
  ...['clustering=hexbin&clustering.property=phone', 'clustering=quadbin', 'mode=raw', 'skipCache=true'],
  ...['filter=p.staffed=false', 'layers=huts', 'fields=phone', 'columns=phone', 'table=phone', 'q[]=secret'],
  ...['p.phone^=%2B', 'p.staffed=false', 'f.createdAt>=0', 'f.updatedAt>0', 'p.@ns:com:here:xyz.tags@>x'],
  ...[
    'p.phone=.null',
    'f.id=secret',
    'p.__proto__.phone=x',
    'p.=x',
    'f.tags=x',
    'p.beds.phone=x',
    'p.phone=lt=z',
  ],
  ...[
    'sort=p.phone',
    'sort=f.createdAt:desc',
    'sort=p.staffed,p.beds',
    'version=1',
    'author=x',
    'includeRights=true',
  ],
];

/** What a reader of the map must not find: other features, other properties, the space and its filter. */
const HIDDEN = [
  'secret',
  'Secret',
  'phone',
  '+41',
  '98765',
  'All our huts',
  '"staffed"',
  'huts"',
  'p.staffed',
  'ns:com:here',
];
/** The layer is called like the space. */
const isLayer = (text: string): boolean => /"(?:id|source)":"huts"|"huts":\{/.test(text);

/** What an answer tells of it. `known` is in addresses. */
export function toldIn(
  { body, headers }: { readonly body: string; readonly headers: string },
  known: readonly string[],
): readonly string[] {
  const text = known.reduce((rest, one) => rest.replaceAll(one, ''), `${body} ${headers}`);
  return HIDDEN.filter((hidden) => text.includes(hidden) && !(hidden === 'huts"' && isLayer(text)));
}

function pathsOf({ path }: Operation, asked: Asked, zooms: readonly number[]): readonly string[] {
  const { map, layer, space, secret } = asked;
  const filled = path
    .replace('/api/maps/{id}', `/api/maps/${map}`)
    .replace('{layerId}', layer)
    .replace('{spaceId}', space)
    .replace('{secret}', secret);
  const places = filled.includes('{z}') ? zooms : [0];
  return places.map((zoom) => {
    const [x, y] = tileAt(zoom);
    const placed = filled.replace('{z}', `${zoom}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
    return placed.replaceAll(/\{\w+\}/g, 'none');
  });
}
