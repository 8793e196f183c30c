import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { groundStyleQuerySchema } from '@cairn/api-schema';
import { GROUND_VERSION } from '@cairn/ground';
import { tileAt } from '../../features/query/area.js';
import { knowsTag } from '../../features/reading/conditional.js';
import { fontFile, glyphsFile, pathOfFile, spriteFile, type GroundFile } from '../../ground/ground-files.js';
import { groundStyleAt } from '../../ground/ground-style-at.js';
import type { HttpServices } from '../../http-services.js';
import { entityTag, weakTag } from '../../messages/entity-tags.js';
import { parse } from '../../messages/faults.js';
import { acceptedCoding } from '../../messages/negotiation.js';
import { compressed } from '../../responses/compressed.js';
import { sendBytes } from '../../responses/send-bytes.js';
import type {
  OperationHandler,
  OperationHandlers,
  OperationRequest,
} from '../../routing/operation-handler.js';
import { VECTOR_TILE } from '../../tiles/tile-request.js';

const decompressed = promisify(gunzip);

/** Without a version in the address: another release may have other tiles. */
const FOR_A_DAY = 'public, max-age=86400';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The base map of the world: tiles, fonts, icons and style. */
export function groundHandlers({ addresses, groundTiles }: HttpServices): OperationHandlers {
  const file = (find: (params: OperationRequest['params']) => GroundFile): OperationHandler =>
    compressed(async (given) => await sendFile(given, find(given.params)));
  return {
    getGroundTile: async (given) => {
      const { request, response, params } = given;
      const { z = '', x = '', y = '' } = params;
      const tile = tileAt('web', `${z}_${x}_${y}`);
      response.appendHeader('Vary', 'Accept-Encoding');
      if (isNotModified(given, `${tile.zoom}/${tile.x}/${tile.y}`)) return;
      const stored = await groundTiles.find(tile);
      if (stored === undefined) {
        response.writeHead(204).end();
        return;
      }
      const isStored = acceptedCoding(request, ['gzip', 'identity']) === 'gzip';
      const bytes = isStored ? stored : await decompressed(stored);
      if (isStored) response.setHeader('Content-Encoding', 'gzip');
      response.setHeader('Content-Type', VECTOR_TILE).setHeader('Content-Length', bytes.length);
      response.writeHead(200).end(request.method === 'HEAD' ? undefined : bytes);
    },

    getGroundGlyphs: file(({ fontstack = '', range = '' }) => glyphsFile(fontstack, range)),
    getGroundFont: file(({ file: name = '' }) => fontFile(name)),
    getGroundSpriteIndex: file(({ sprite = '' }) => spriteFile(sprite, 'json')),
    getGroundSprite: file(({ sprite = '' }) => spriteFile(sprite, 'png')),

    getGroundStyle: compressed(async (given) => {
      const { theme = 'light', language = 'en' } = parse(given.query, groundStyleQuerySchema);
      if (isNotModified(given, `${addresses.baseUrl} ${theme} ${language}`)) return undefined;
      return await Promise.resolve(groundStyleAt(addresses.baseUrl, { theme, language }));
    }),
  };
}

async function sendFile(given: OperationRequest, file: GroundFile): Promise<void> {
  const { request, response } = given;
  if (isNotModified(given, file.name)) return;
  const opened = await open(pathOfFile(file));
  const { size } = await opened.stat();
  response.setHeader('Content-Type', file.contentType).setHeader('Content-Length', size);
  if (request.method !== 'HEAD') await sendBytes(response, opened.createReadStream(), size);
  else {
    await opened.close();
    response.end();
  }
}

/** Sets what caches need. If the client has what it asks for already, answers 304 and returns true. */
function isNotModified({ request, response, query }: OperationRequest, name: string): boolean {
  const tag = entityTag(GROUND_VERSION, name);
  response.setHeader('ETag', weakTag(tag));
  response.setHeader('Cache-Control', query['v'] === GROUND_VERSION ? FOR_EVER : FOR_A_DAY);
  if (!knowsTag(request, tag)) return false;
  response.writeHead(304).end();
  return true;
}
