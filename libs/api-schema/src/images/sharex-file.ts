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
