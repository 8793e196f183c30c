import { z } from 'zod';

/** The members of a `.sxcu` file that Cairn writes: https://getsharex.com/docs/custom-uploader. */
export const sharexSchema = z
  .object({
    Version: z.string(),
    Name: z.string(),
    DestinationType: z.string(),
    RequestMethod: z.literal('POST'),
    RequestURL: z.url(),
    Headers: z.object({ Authorization: z.string() }),
    Body: z.literal('MultipartFormData'),
    FileFormName: z.string(),
    URL: z.string(),
    ErrorMessage: z.string(),
  })
  .meta({ id: 'ShareXUploader' });

export type ShareXUploader = z.infer<typeof sharexSchema>;

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
