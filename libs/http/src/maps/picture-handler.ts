import { MAP_PICTURE_SIZE, mapPictureQuerySchema } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { DrawMapPicture, type PictureLook } from '@cairn/maps';
import { isNotModified } from '../features/reading/conditional.js';
import { LimitedRead } from '../features/reading/limited-read.js';
import { tagOfBytes } from '../messages/entity-tags.js';
import { parse } from '../messages/faults.js';
import { holderOf } from '../messages/request-context.js';
import type { OperationHandlers } from '../routing/operation-handler.js';
import type { BaseMapSettings } from '../settings/http-settings.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { mapKeyOf, spaceReaderOf } from './map-key.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  /** Pictures have nothing of it: it is loaded from other servers. */
  readonly baseMap: BaseMapSettings | undefined;
}

/** Gives pictures of maps. Their tags are of their pixels: the version of a space would tell of changes that nobody may see. */
export function pictureHandlers({ application, hubCallers, baseMap }: Options): OperationHandlers {
  const drawPicture = application.get(DrawMapPicture);
  return {
    getMapPicture: async ({ request, response, query, params: { id = '' } }) => {
      const asked = parse(query, mapPictureQuerySchema);
      const { width = MAP_PICTURE_SIZE.width, height = MAP_PICTURE_SIZE.height } = asked;
      const { theme = 'light', language = 'en' } = asked;
      const scale = asked.scale === '2' ? 2 : 1;
      const look: PictureLook = { width, height, scale, theme, language, baseMap: baseMap && 'none' };
      const read = new LimitedRead(response);
      const reader = {
        caller: spaceReaderOf(request, hubCallers),
        holder: holderOf(request),
        cancellation: read.cancellation,
      };
      const picture = await read.of(drawPicture.execute(mapKeyOf(request, id), look, reader));
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
