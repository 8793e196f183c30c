import type { IncomingMessage } from 'node:http';
import { LinkNotFound, LinkPasswordNeeded, type Link } from '@cairn/access';
import { sharedPageQuerySchema } from '@cairn/api-schema';
import { ReadUploadLimits, type AlbumPage } from '@cairn/images';
import { InvalidInput } from '@cairn/kernel';
import { parse } from '../../messages/faults.js';
import { closeAfterResponse } from '../../bodies/discard-body.js';
import { redirectTo, sendText } from '../../responses/send-text.js';
import { queryOf } from '../../messages/query.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { linkUrl, SharedView } from '../../sharing/shared-view.js';
import { escaped, pageHeaders } from '../../sharing/page/html.js';
import { mapOfPictures, mapOfSpace } from '../../sharing/page/link-map.js';
import { mapPage } from '../../sharing/page/map-page.js';
import { PageAddresses } from '../../sharing/page/page-addresses.js';
import { knownPage, refusedPage } from '../../sharing/page/notices.js';
import { PageAnswers, type AskedPage, type MadePage } from '../../sharing/page/page-answers.js';
import { picturePage, picturesPage } from '../../sharing/page/shared-pages.js';
import { textsFor } from '../../sharing/page/texts.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

const PER_PAGE = 60;

/** The pages that holders of links open in a browser. They work without a script; pages of pictures have one. */
export function sharedPageHandlers({
  application,
  linkAccess: links,
  sharedReader: reader,
  contributions,
  errors,
  addresses,
  linkMap,
  baseMaps,
  settings,
}: HttpServices): OperationHandlers {
  const readUploadLimits = application.get(ReadUploadLimits);
  const answers = new PageAnswers({ links, frames: settings.embedOrigins });

  async function space({ request, pages, secret, link }: OpenedMap): Promise<MadePage> {
    const texts = textsFor(request);
    const { baseUrl } = addresses;
    const id = encodeURIComponent(link.resource.id);
    const shared = new SharedView(link, secret, addresses).shared(await reader.title(link));
    const featureCount = await reader.featureCount(link);
    await links.countUse(link, request);
    const { program } = linkMap;
    const space = `${baseUrl}/styles/${id}.json?access_token=${secret}`;
    const baseMap = await baseMaps.ofAccount(link.accountId);
    const map = program === undefined ? undefined : mapOfSpace({ program, space, baseMap }, texts);
    const features = `${baseUrl}/hub/spaces/${id}/export?access_token=${secret}`;
    const actions = shared.download
      ? [`<a class="button" href="${escaped(features)}" download>${texts.geoJson}</a>`]
      : [];
    const count = texts.features(featureCount);
    return {
      html: mapPage({ addresses: pages, shared, count, actions, map }, texts),
      scripts: 'with a map',
      baseMap,
    };
  }

  /** The pictures from a cursor on, or the first ones if the picture that the cursor names is gone. */
  async function pageFrom(
    link: Link,
    cursor: string | undefined,
  ): Promise<AlbumPage & { readonly isFirst: boolean }> {
    const isFirst = cursor === undefined;
    try {
      return { ...(await reader.images(link, { limit: PER_PAGE, cursor })), isFirst };
    } catch (error) {
      if (isFirst || !(error instanceof InvalidInput)) throw error;
      return await pageFrom(link, undefined);
    }
  }

  function pagesOf(request: IncomingMessage, secret: string): PageAddresses {
    return new PageAddresses(urlOf(secret), Object.hasOwn(queryOf(request), 'embed'), addresses.forOthers);
  }

  function urlOf(secret: string): string {
    return `${addresses.baseUrl}/a/${encodeURIComponent(secret)}`;
  }
  return {
    getSharedPage: async ({ request, response, params: { secret = '' }, query }) => {
      const pages = pagesOf(request, secret);
      await answers.show({ request, response, pages }, async () => {
        const { cursor, added } = parse(query, sharedPageQuerySchema);
        const link = await answers.open(secret, { request, pages });
        if (link.resource.type === 'map')
          return {
            leadsTo: new PageAddresses(
              linkUrl(addresses, secret, link.resource),
              pages.isEmbedded,
            ).pictures(),
          };
        if (link.resource.type === 'space') return await space({ request, pages, secret, link });
        const title = await reader.title(link);
        const { isFirst, ...page } = await pageFrom(link, cursor);
        if (cursor === undefined) await links.countUse(link, request);
        const view = new SharedView(link, secret, addresses);
        const shown = {
          addresses: pages,
          api: `${addresses.baseUrl}/api/shared/${secret}`,
          taken: readUploadLimits.execute(),
          shared: view.shared(title),
          images: page.images.map((image) => view.image(image)),
          isFirst,
          nextCursor: page.nextCursor,
          added,
        };
        const { program } = linkMap;
        const images = `${shown.api}/images`;
        const baseMap = await baseMaps.ofAccount(link.accountId);
        const map =
          link.position === 'none' || program === undefined
            ? undefined
            : mapOfPictures({ addresses: pages, program, images, baseMap }, textsFor(request));
        const html = picturesPage({ ...shown, map }, textsFor(request));
        return { html, scripts: map === undefined ? 'of pictures' : 'with a map', baseMap };
      });
    },

    getSharedImagePage: async ({ request, response, params: { secret = '', id = '' } }) => {
      const pages = pagesOf(request, secret);
      await answers.show({ request, response, pages }, async () => {
        const link = await answers.open(secret, { request, pages });
        const image = await reader.image(link, id);
        const { title } = await reader.title(link);
        const neighbours = await reader.neighbours(link, id);
        const shown = new SharedView(link, secret, addresses).image(image);
        return {
          html: picturePage({ addresses: pages, title, image: shown, neighbours }, textsFor(request)),
        };
      });
    },

    uploadSharedPage: async ({ request, response, params: { secret = '' } }) => {
      const pages = new PageAddresses(urlOf(secret), false);
      try {
        const link = await links.open(request, secret, 'uploads');
        requestContextOf(request).principal = { kind: 'link', link };
        const added = await contributions.receive(link, { request, response, secret });
        if ('waiting' in added) {
          noteChanged(request, { status: 202 });
          redirectTo(response, pages.thanks('waiting'));
        } else if (added.existing === undefined) redirectTo(response, pages.thanks(added.image.id));
        else {
          const text = knownPage({ url: pages.link }, textsFor(request));
          sendText(response, { status: 200, headers: pageHeaders(), text });
        }
      } catch (error) {
        closeAfterResponse(response);
        if (error instanceof LinkNotFound || error instanceof LinkPasswordNeeded)
          answers.refuse(error, { request, response, pages });
        else {
          const { status, code, headers } = errors.failure(error, { request, format: 'problem' });
          const text = refusedPage({ url: pages.link, code }, textsFor(request));
          sendText(response, { status, headers: { ...headers, ...pageHeaders() }, text });
        }
      }
    },

    unlockSharedPage: async ({ request, response, params: { secret = '' } }) =>
      await answers.unlock(secret, { request, response, pages: new PageAddresses(urlOf(secret), false) }),
  };
}

interface OpenedMap extends Pick<AskedPage, 'request' | 'pages'> {
  readonly secret: string;
  readonly link: Link;
}
