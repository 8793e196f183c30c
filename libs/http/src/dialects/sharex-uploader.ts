import type { ShareXUploader } from '@cairn/api-schema';
import { uploadDialects } from './upload-dialects.js';

/** The content of a `.sxcu` file, with which ShareX uploads screenshots by a token. */
export function sharexUploader(baseUrl: string, token: string): ShareXUploader {
  return {
    Version: '14.0.0', // the first that reads `{json:…}`
    Name: `Cairn at ${new URL(baseUrl).host}`,
    DestinationType: 'ImageUploader',
    RequestMethod: 'POST',
    RequestURL: `${baseUrl}/api/upload?as=sharex`,
    Headers: { Authorization: `Bearer ${token}` },
    Body: 'MultipartFormData',
    FileFormName: uploadDialects.sharex.fields[0] ?? '',
    URL: '{json:url}',
    ErrorMessage: '{json:error}',
  };
}
