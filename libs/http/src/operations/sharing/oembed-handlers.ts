import type { IncomingMessage } from 'node:http';
import { LinkNotFound, LinkPasswordNeeded, type Link } from '@cairn/access';
import { oembedQuerySchema, type Oembed, type SharedImage } from '@cairn/api-schema';
import { DrawMapPicture } from '@cairn/maps';
import { mapApiOf, MapPictures } from '../../sharing/page/map-pictures.js';
import { parse } from '../../messages/faults.js';
import { HttpError } from '../../messages/http-error.js';
import { linkUrl, SharedView } from '../../sharing/shared-view.js';
import { coversOf, oembedOf, type SizedImage } from '../../sharing/page/oembed.js';
import { PageAddresses } from '../../sharing/page/page-addresses.js';
import { textsFor } from '../../sharing/page/texts.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** Tells other sites how to show a link: https://oembed.com */
export function oembedHandlers({
  application,
  linkAccess: links,
  sharedReader: reader,
  addresses: own,
  settings,
}: HttpServices): OperationHandlers {
  const drawPicture = application.get(DrawMapPicture);
  const { others: addresses } = own;

  /** Ignores the cookie that proves a password, because the result is shown to others. @throws {LinkNotFound} */
  async function open(request: IncomingMessage, secret: string): Promise<Link> {
    try {
      const link = await links.open(request, secret);
      if (link.passwordHash === undefined) return link;
    } catch (error) {
      if (!(error instanceof LinkPasswordNeeded)) throw error;
    }
    throw new LinkNotFound();
  }

  /** The secret of the link at an address; empty, which opens nothing, if the address is not one of a link. */
  function linkedBy(address: string): Linked {
    const { origin, pathname } = URL.canParse(address) ? new URL(address) : { origin: '', pathname: '' };
    const before = `${addresses.baseUrl}/`;
    const whole = own.forOthers(origin + pathname);
    const [, room, secret = '', id] =
      /^([am])\/([^/]+)(?:\/([^/]+))?\/?$/.exec(whole.startsWith(before) ? whole.slice(before.length) : '') ??
      [];
    return { secret, id, isOfMaps: room === 'm' };
  }
  const provided = { provider: addresses.baseUrl };
  const mapFrame = (id: string): string =>
    new PageAddresses(linkUrl(addresses, id, { type: 'map' }), true).pictures();

  function coversOfMap({ request, id, secret }: PicturedMap): readonly SizedImage[] {
    if (!drawPicture.isInstalled) return [];
    const { language } = textsFor(request);
    const pictures = new MapPictures({ api: mapApiOf(addresses, id), secret, language });
    return [pictures.preview, pictures.small];
  }

  return {
    getOembed: async ({ request, query }): Promise<Oembed> => {
      const { url, format = 'json', ...room } = parse(query, oembedQuerySchema);
      if (format !== 'json') throw formatNotOffered();
      const { secret, id, isOfMaps } = linkedBy(url);
      const map = isOfMaps ? await reader.publicMap(secret) : undefined;
      if (map !== undefined) {
        const { title } = await reader.mapTitle(map);
        const covers = coversOfMap({ request, id: map.id });
        return oembedOf({ ...provided, title, frame: mapFrame(secret), covers }, room);
      }
      const link = await open(request, secret);
      const title = await reader.title(link);
      const view = new SharedView(link, secret, addresses);
      const only = id ?? (link.resource.type === 'image' ? link.resource.id : undefined);
      const picture = only === undefined ? undefined : view.image(await reader.image(link, only));
      const pages = new PageAddresses(linkUrl(addresses, secret, link.resource), true);
      const frame = id === undefined ? pages.pictures() : pages.picture(id);
      const isFramed = link.resource.type === 'map' || settings.embedOrigins.length > 0;
      const described = {
        title: id === undefined ? title.title : (picture?.name ?? title.title),
        ...provided,
        frame: isFramed ? frame : undefined,
        picture,
        covers:
          link.resource.type === 'map'
            ? coversOfMap({ request, id: link.resource.id, secret })
            : coversOfImage(picture ?? view.shared(title).cover),
      };
      return oembedOf(described, room);
    },
  };
}

const coversOfImage = (image: SharedImage | null): readonly SizedImage[] =>
  image === null ? [] : coversOf(image);

interface PicturedMap {
  readonly request: IncomingMessage;
  readonly id: string;
  /** Of the link that opens it; absent of a public map. */
  readonly secret?: string | undefined;
}

interface Linked {
  readonly secret: string;
  readonly id?: string | undefined;
  /** Whether it is the address of a map, which may be public. */
  readonly isOfMaps: boolean;
}

const formatNotOffered = (): HttpError =>
  new HttpError({
    status: 501,
    code: 'format-not-offered',
    detail: 'Only `format=json` is offered.',
  });
