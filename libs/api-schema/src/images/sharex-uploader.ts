import type { ShareXUploader } from './sharex-file.js';
import { UPLOAD_DIALECTS, uploadAddress, type MemberPath } from './upload-dialects.js';

const { sharex } = UPLOAD_DIALECTS;

/** How ShareX reads a member of an answer. */
const member = (path: MemberPath): string => `{json:${path.join('.')}}`;

/** The content of a `.sxcu` file, with which ShareX uploads screenshots by a key or an upload token. */
export function sharexUploader(baseUrl: string, secret: string): ShareXUploader {
  return {
    Version: '14.0.0', // the first that reads `{json:…}`
    Name: `Cairn at ${baseUrl.split('/')[2]}`, // its host
    DestinationType: 'ImageUploader',
    RequestMethod: 'POST',
    RequestURL: uploadAddress(baseUrl, { as: 'sharex' }),
    Headers: { Authorization: `Bearer ${secret}` },
    Body: 'MultipartFormData',
    FileFormName: sharex.fields[0],
    URL: member(sharex.address),
    ErrorMessage: member(sharex.reason),
  };
}
