import { MAP_PICTURE_SIZE, mapPictureQuerySchema } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { DrawMapPicture, type PictureLook } from '@cairn/maps';
import { isNotModified } from '../features/reading/conditional.js';
import { LimitedRead } from '../features/reading/limited-read.js';
import { tagOfBytes } from '../messages/entity-tags.js';
import { parse } from '../messages/faults.js';
import type { OperationHandlers } from '../routing/operation-handler.js';
import type { BaseMaps } from '../sharing/base-maps.js';
import type { MapReading } from './map-key.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly mapReading: MapReading;
  /** Pictures have nothing of them: they are loaded from other servers. */
  readonly baseMaps: Pick<BaseMaps, 'ofAccount'>;
}

/** Gives pictures of maps. Their tags are of their pixels: the version of a space would tell of changes that nobody may see. */
export function pictureHandlers({ application, mapReading, baseMaps }: Options): OperationHandlers {
  const drawPicture = application.get(DrawMapPicture);
  return {
    getMapPicture: async ({ request, response, query, params: { id = '' } }) => {
      const asked = parse(query, mapPictureQuerySchema);
      const { width = MAP_PICTURE_SIZE.width, height = MAP_PICTURE_SIZE.height } = asked;
      const { theme = 'light', language = 'en' } = asked;
      const scale = asked.scale === '2' ? 2 : 1;
      const read = new LimitedRead(response);
      const { cancellation } = read;
      const drawn = mapReading.read(request, id, async (key, reader) => {
        const isPlain = (await baseMaps.ofAccount(key.owner)) !== undefined;
        const look: PictureLook = {
          width,
          height,
          scale,
          theme,
          language,
          ...(isPlain && { baseMap: 'none' }),
        };
        return await drawPicture.execute(key, look, { ...reader, cancellation });
      });
      const picture = await read.of(drawn);
      if (picture === undefined) {
        response.destroy(); // the client has gone
        return;
      }
      if (isNotModified(request, response, tagOfBytes(picture))) return;
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': picture.length });
      response.end(request.method === 'HEAD' ? undefined : picture);
    },
  };
}
