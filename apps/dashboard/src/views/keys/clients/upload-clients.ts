/** Where programs upload to, and with what. */
export interface UploadTarget {
  /** The address of the server, without a slash at its end. */
  readonly baseUrl: string;
  /** The secret of a key. */
  readonly secret: string;
  /** What the owner calls it. */
  readonly name: string;
}

/** A file that a program opens instead of a text that is pasted. */
export interface ClientFile {
  readonly name: string;
  readonly type: string;
}

/** A program that uploads to Cairn as it is. */
export interface UploadClient {
  /** Names the text that says where its snippet goes. */
  readonly id: ClientId;
  readonly name: string;
  /** The language of the snippet. */
  readonly language: 'bash' | 'json' | 'ts' | 'text';
  readonly snippet: (target: UploadTarget) => string;
  /** What the same text is called as a file, if the program opens one. */
  readonly file?: ClientFile;
}

export type ClientId = 'curl' | 'javascript' | 'sharex' | 'picgo' | 'upic';

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const bearer = ({ secret }: UploadTarget): string => `Bearer ${secret}`;
const address = ({ baseUrl }: UploadTarget): string => `${baseUrl}/api/upload`;

/** All of them. The dialogs and docs/upload-clients.md show the same. */
export const uploadClients: readonly UploadClient[] = [
  {
    id: 'curl',
    name: 'curl',
    language: 'bash',
    snippet: (target) =>
      `curl -H "Authorization: ${bearer(target)}" \\\n  -F file=@photo.jpg ${address(target)}`,
  },
  {
    id: 'javascript',
    name: 'JavaScript',
    language: 'ts',
    snippet: ({ baseUrl, secret }) => `import { createClient } from '@cairn/client';

const cairn = createClient({
  baseUrl: '${baseUrl}',
  key: '${secret}',
});
const { url } = await cairn.upload(file);`,
  },
  {
    id: 'sharex',
    name: 'ShareX',
    language: 'json',
    file: { name: 'cairn.sxcu', type: 'application/json' },
    snippet: (target) =>
      json({
        Version: '15.0.0',
        Name: `Cairn (${target.name})`,
        DestinationType: 'ImageUploader',
        RequestMethod: 'POST',
        RequestURL: address(target),
        Headers: { Authorization: bearer(target) },
        Body: 'MultipartFormData',
        FileFormName: 'file',
        URL: '{json:url}',
        ErrorMessage: '{json:detail}',
      }),
  },
  {
    id: 'picgo',
    name: 'PicGo',
    language: 'json',
    file: { name: 'config.json', type: 'application/json' },
    snippet: (target) =>
      json({
        picBed: {
          uploader: 'web-uploader',
          current: 'web-uploader',
          'web-uploader': {
            url: address(target),
            paramName: 'file',
            jsonPath: 'url',
            customHeader: JSON.stringify({ Authorization: bearer(target) }),
          },
        },
        picgoPlugins: { 'picgo-plugin-web-uploader': true },
      }),
  },
  {
    id: 'upic',
    name: 'uPic',
    language: 'text',
    snippet: (target) =>
      [
        `API URL: ${address(target)}`,
        'Method: POST',
        'File field: file',
        `Header: Authorization: ${bearer(target)}`,
        'URL path: ["url"]',
      ].join('\n'),
  },
];
