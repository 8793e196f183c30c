import type { IncomingMessage } from 'node:http';
import type { Link } from '@cairn/access';
import { mapPageQuerySchema } from '@cairn/api-schema';
import { columnsOf, rowOf, type TableRow } from '@cairn/map-style';
import {
  DrawMapPicture,
  MapLayerGone,
  MapNotFound,
  OpenLayer,
  ReadMap,
  showsOnlyCells,
  type MapKey,
  type OpenedLayer,
} from '@cairn/maps';
import { formatHandle, parseHandle } from '../../features/query/handle.js';
import type { HttpServices } from '../../http-services.js';
import { mapApiOf, MapPictures } from '../../sharing/page/map-pictures.js';
import { parse } from '../../messages/faults.js';
import { queryOf } from '../../messages/query.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { timestamp } from '../../responses/timestamp.js';
import { mapOfLayers } from '../../sharing/page/link-map.js';
import { PageAddresses } from '../../sharing/page/page-addresses.js';
import { framesOfMaps, PageAnswers, type MadePage } from '../../sharing/page/page-answers.js';
import type { ToldOf } from '../../sharing/page/page-head.js';
import { textsFor } from '../../sharing/page/texts.js';
import { webMapPage, webMapTablePage, type PagePictures } from '../../sharing/page/web-map-page.js';

const PER_PAGE = 50;

interface OpenedMap {
  readonly key: MapKey;
  /** Absent of a public map. */
  readonly link?: Link | undefined;
}

interface AskedMap {
  readonly request: IncomingMessage;
  readonly pages: PageAddresses;
  readonly key: MapKey;
  readonly shared: ToldOf;
  readonly pictures: PagePictures | undefined;
}

/** The pages of maps: of those that are public, by their id, and of others by the secret of a link. */
export function mapPageHandlers({
  application,
  linkAccess: links,
  sharedReader,
  rates,
  clients,
  addresses,
  linkMap,
  baseMaps,
  settings,
}: HttpServices): OperationHandlers {
  const readMap = application.get(ReadMap);
  const openLayer = application.get(OpenLayer);
  const drawPicture = application.get(DrawMapPicture);
  const answers = new PageAnswers({ links, frames: framesOfMaps(settings.embedOrigins) });

  const addressOf = (secret: string): string => `${addresses.baseUrl}/m/${encodeURIComponent(secret)}`;

  const pagesOf = (request: IncomingMessage, key: string): PageAddresses =>
    new PageAddresses(addressOf(key), Object.hasOwn(queryOf(request), 'embed'), addresses.forOthers);

  /** @throws {LinkNotFound} {LinkPasswordNeeded} {HttpError} 429 */
  async function open(name: string, asked: Pick<AskedMap, 'request' | 'pages'>): Promise<OpenedMap> {
    const key = await sharedReader.publicMap(name);
    if (key !== undefined) {
      await rates.count('requests', clients.networkOf(asked.request));
      return { key };
    }
    const link = await answers.open(name, asked);
    if (link.resource.type !== 'map') throw new MapNotFound();
    return { key: { owner: link.accountId, id: link.resource.id }, link };
  }

  async function told({ key, link }: OpenedMap): Promise<ToldOf> {
    const { title, description, sharedBy = null } = await sharedReader.mapTitle(key);
    const since = link === undefined ? null : timestamp(link.createdAt).slice(0, 10);
    return { title, description, cover: null, sharedBy, since };
  }

  function picturesOf(
    { key, link }: OpenedMap,
    secret: string | undefined,
    language: string,
  ): PagePictures | undefined {
    if (!drawPicture.isInstalled) return undefined;
    const of = new MapPictures({ api: mapApiOf(addresses, key.id), secret, language });
    return { of, isPreviewed: link?.passwordHash === undefined };
  }

  /** The first page of a layer, or the page that a cursor leads to. */
  async function table(
    { request, pages, key, shared, pictures }: AskedMap,
    query: TableQuery,
  ): Promise<MadePage> {
    const { map, gone } = await readMap.execute(key);
    const layers = map.layers.filter((layer) => !showsOnlyCells(layer) && !gone.includes(layer.id)).reverse();
    const texts = textsFor(request);
    const shown = layers.find(({ id }) => id === query.layer) ?? layers[0];
    const page = { addresses: pages, shared, pictures, layers, isFirst: query.cursor === undefined };
    if (shown === undefined) return { html: webMapTablePage({ ...page, columns: [], rows: [] }, texts) };
    const holder = clients.networkOf(request);
    const layer = await openLayer.execute(key, shown.id, { holder });
    const columns = columnsOf(shown, layer.shown);
    const { rows, last } = await rowsOf(layer, { columns, after: parseHandle(query.cursor) });
    const names = columns.map(({ property, name = property }) => name);
    const nextCursor = rows.length === PER_PAGE && last !== undefined ? formatHandle(last) : undefined;
    return { html: webMapTablePage({ ...page, shown, columns: names, rows, nextCursor }, texts) };
  }

  return {
    getMapPage: async ({ request, response, params: { key: name = '' }, query }) => {
      const pages = pagesOf(request, name);
      await answers.show({ request, response, pages }, async () => {
        const asked = parse(query, mapPageQuerySchema);
        const opened = await open(name, { request, pages });
        const { key, link } = opened;
        const shared = await told(opened);
        const texts = textsFor(request);
        const secret = link === undefined ? undefined : name;
        const pictures = picturesOf(opened, secret, texts.language);
        if (asked.table !== undefined) return await table({ request, pages, key, shared, pictures }, asked);
        if (link !== undefined) await links.countUse(link, request);
        const { program } = linkMap;
        const api = mapApiOf(addresses, key.id);
        const baseMap = await baseMaps.ofAccount(key.owner);
        const shown = { api, secret, isEmbedded: pages.isEmbedded, baseMap };
        const map = program === undefined ? undefined : mapOfLayers({ program, ...shown }, texts);
        return {
          html: webMapPage({ addresses: pages, shared, pictures, map }, texts),
          scripts: 'with a map',
          baseMap,
        };
      });
    },

    unlockMapPage: async ({ request, response, params: { key: secret = '' } }) =>
      await answers.unlock(secret, {
        request,
        response,
        pages: new PageAddresses(addressOf(secret), false),
      }),
  };
}

interface TableQuery {
  readonly layer?: string | undefined;
  readonly cursor?: string | undefined;
}

type Row = { readonly id: string; readonly properties: Readonly<Record<string, unknown>> };
const parseRows: (json: string) => readonly Row[] = JSON.parse;

/** Of a layer whose space is gone meanwhile, none. */
async function rowsOf(
  layer: OpenedLayer,
  { columns, after }: { readonly columns: ReturnType<typeof columnsOf>; readonly after: string | undefined },
): Promise<{ readonly rows: readonly TableRow[]; readonly last?: string | undefined }> {
  const rows: TableRow[] = [];
  let end: string | undefined;
  try {
    for await (const { text, last } of await layer.search({ limit: PER_PAGE, after })) {
      const features = parseRows(`[${text}]`);
      rows.push(...features.map((feature) => rowOf(feature, { popup: layer.layer.popup, columns })));
      end = last;
    }
  } catch (error) {
    if (!(error instanceof MapLayerGone)) throw error;
  }
  return { rows, last: end };
}
