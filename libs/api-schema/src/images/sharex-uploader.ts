import type { ShareXUploader } from './sharex-file.js';

/** The content of a `.sxcu` file, with which ShareX uploads screenshots by a key or an upload token. */
export function sharexUploader(baseUrl: string, secret: string): ShareXUploader {
  return {
    Version: '14.0.0', // the first that reads `{json:…}`
    Name: `Cairn at ${baseUrl.split('/')[2]}`, // its host
    DestinationType: 'ImageUploader',
    RequestMethod: 'POST',
    RequestURL: `${baseUrl}/api/upload?as=sharex`,
    Headers: { Authorization: `Bearer ${secret}` },
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{json:url}',
    ErrorMessage: '{json:error}',
  };
}
