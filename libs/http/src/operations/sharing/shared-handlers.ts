import { sharedImagesQuerySchema, type Shared, type SharedImagePage } from '@cairn/api-schema';
import { FileName, OpenFile } from '@cairn/images';
import type { Link } from '@cairn/access';
import type { LinkAccess } from '../../access/guard/link-access.js';
import { linkOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { HttpError } from '../../messages/http-error.js';
import { queryTextOf } from '../../messages/query.js';
import { holderOf } from '../../messages/request-context.js';
import { compressed } from '../../responses/compressed.js';
import { dispositionOf, fileNameOf } from '../../responses/content-disposition.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import type { FileHandler } from '../../files/file-handler.js';
import { PAGE_QUERIES } from '../../sharing/page-queries.js';
import { SharedArchive } from '../../sharing/shared-archive.js';
import { assertAllowsOriginals, originalName, originalQuery } from '../../sharing/shared-original.js';
import type { SharedReader } from '../../sharing/shared-reader.js';
import { selectionOf, SharedView } from '../../sharing/shared-view.js';

const PER_PAGE = 100;

interface Services extends Pick<HttpServices, 'application' | 'addresses' | 'capacity'> {
  readonly linkAccess: Pick<LinkAccess, 'recheck' | 'countUse'>;
  readonly sharedReader: Pick<SharedReader, 'title' | 'images' | 'image'>;
  readonly files: Pick<FileHandler, 'sendPrivately' | 'readPrivately'>;
}

/** Queries of the pages, which work whatever transforms the server allows to everyone. */
const ofPages = new Set<string>(Object.values(PAGE_QUERIES));

/** What the holders of links read. */
export function sharedHandlers(services: Services): OperationHandlers {
  const { application, addresses, linkAccess: links, sharedReader: reader, files, capacity } = services;
  const openFile = application.get(OpenFile);
  return {
    getShared: async ({ request, params: { secret = '' } }) => {
      const link = linkOf(request);
      const title = await reader.title(link);
      await links.countUse(link, request);
      return new SharedView(link, secret, addresses).shared(title) satisfies Shared;
    },

    listSharedImages: compressed(async ({ request, query, params: { secret = '' } }) => {
      const { limit = PER_PAGE, cursor } = parse(query, sharedImagesQuerySchema);
      const link = linkOf(request);
      const page = await reader.images(link, { limit, cursor });
      const view = new SharedView(link, secret, addresses);
      return {
        images: page.images.map((image) => view.image(image)),
        ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
      } satisfies SharedImagePage;
    }),

    getSharedFile: async ({ request, response, params: { id = '' } }) => {
      const link = linkOf(request);
      const image = await reader.image(link, id);
      const asked = queryTextOf(request);
      if (asked === '') assertAllowsOriginals(link);
      const query = asked === '' ? originalQuery(link, image) : asked;
      await files.sendPrivately({
        served: openFile.open(image),
        fileName: asked === '' ? originalName(image, query) : FileName.shown(image.fileName),
        query,
        isOriginal: asked === '' && query === '',
        isForAllSites: link.passwordHash === undefined,
        isSigned: query !== asked || ofPages.has(asked),
        request,
        response,
      });
    },

    downloadShared: async ({ request, response, params: { secret = '' } }) => {
      const link = linkOf(request);
      assertAllowsOriginals(link);
      selectionOf(link); // before the head: a link to a space or a map opens no images
      const { title } = await reader.title(link);
      const leave = await capacity.downloads.acquire({ holder: holderOf(request) });
      if (typeof leave === 'string') throw archivesBusy();
      try {
        response.writeHead(200, {
          'Content-Type': 'application/zip',
          'Content-Disposition': dispositionOf(fileNameOf(title, 'zip')),
          'Cache-Control': 'private, no-store',
        });
        const reopen = async (): Promise<Link> => {
          const again = await links.recheck(request, secret);
          assertAllowsOriginals(again);
          return again;
        };
        if (request.method === 'HEAD') response.end();
        else await new SharedArchive({ reader, openFile, files, request, response, reopen }).send();
      } finally {
        leave();
      }
    },
  };
}

function archivesBusy(): HttpError {
  return new HttpError({
    status: 503,
    code: 'archives-busy',
    detail: 'Too many archives are being downloaded; try again in a minute.',
    headers: { 'Retry-After': '60' },
  });
}
