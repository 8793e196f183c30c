import {
  OWN_DIALECT,
  sharexUploader,
  UPLOAD_DIALECTS,
  uploadAddress,
  type UploadDialect,
} from '@cairn/api-schema';

/** Where programs upload to, and with what. */
export interface UploadTarget {
  /** The address of the server, without a slash at its end. */
  readonly baseUrl: string;
  /** The secret of a key or an upload token. */
  readonly secret: string;
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
  /** `token` where others see it, as in a web page or in an address: a key would let them do more than upload. */
  readonly secret: 'either' | 'token';
  /** The language of the snippet. */
  readonly language: 'sh' | 'json' | 'js' | 'text';
  readonly snippet: (target: UploadTarget) => string;
  /** What the same text is called as a file, if the program opens one. */
  readonly file?: ClientFile;
}

export type ClientId =
  | 'curl'
  | 'javascript'
  | 'sharex'
  | 'picgo'
  | 'upic'
  | 'obsidian'
  | 'uppy'
  | 'ckeditor'
  | 'editorjs'
  | 'tinymce'
  | 'dropzone'
  | 'filepond'
  | 'vditor';

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);
const bearer = ({ secret }: UploadTarget): string => `Bearer ${secret}`;
const address = ({ baseUrl }: UploadTarget): string => uploadAddress(baseUrl);
const [field] = OWN_DIALECT.fields;
const { picgo } = UPLOAD_DIALECTS;
const addressIn = ({ address: path }: UploadDialect): string => path.join('.');

/** All of them. The dialogs and docs/upload-clients.md show the same. */
export const uploadClients: readonly UploadClient[] = [
  {
    id: 'curl',
    name: 'curl',
    secret: 'either',
    language: 'sh',
    snippet: (target) =>
      `curl -H "Authorization: ${bearer(target)}" \\\n  -F ${field}=@photo.jpg ${address(target)}`,
  },
  {
    id: 'javascript',
    name: 'JavaScript',
    secret: 'either',
    language: 'js',
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
    secret: 'either',
    language: 'json',
    file: { name: 'cairn.sxcu', type: 'application/json' },
    snippet: ({ baseUrl, secret }) => json(sharexUploader(baseUrl, secret)),
  },
  {
    id: 'picgo',
    name: 'PicGo',
    secret: 'either',
    language: 'json',
    file: { name: 'config.json', type: 'application/json' },
    snippet: (target) =>
      json({
        picBed: {
          uploader: 'web-uploader',
          current: 'web-uploader',
          'web-uploader': {
            url: address(target),
            paramName: field,
            jsonPath: addressIn(OWN_DIALECT),
            customHeader: JSON.stringify({ Authorization: bearer(target) }),
          },
        },
        picgoPlugins: { 'picgo-plugin-web-uploader': true },
      }),
  },
  {
    id: 'upic',
    name: 'uPic',
    secret: 'either',
    language: 'text',
    snippet: (target) =>
      [
        `API URL: ${address(target)}`,
        'Method: POST',
        `File field: ${field}`,
        `Header: Authorization: ${bearer(target)}`,
        `URL path: ${JSON.stringify(OWN_DIALECT.address)}`,
      ].join('\n'),
  },
  {
    id: 'obsidian',
    name: 'Obsidian',
    secret: 'token',
    language: 'text',
    snippet: ({ baseUrl, secret }) => uploadAddress(baseUrl, { as: 'picgo', token: secret }),
  },
  {
    id: 'uppy',
    name: 'Uppy',
    secret: 'token',
    language: 'js',
    snippet: (target) => `import Uppy from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';

const uppy = new Uppy().use(XHRUpload, {
  endpoint: '${address(target)}',
  headers: { Authorization: '${bearer(target)}' },
});`,
  },
  {
    id: 'ckeditor',
    name: 'CKEditor 5',
    secret: 'token',
    language: 'js',
    snippet: (target) => `const config = {
  simpleUpload: {
    uploadUrl: '${uploadAddress(target.baseUrl, { as: 'ckeditor' })}',
    headers: { Authorization: '${bearer(target)}' },
  },
};`,
  },
  {
    id: 'editorjs',
    name: 'Editor.js',
    secret: 'token',
    language: 'js',
    snippet: (target) => `const tools = {
  image: {
    class: ImageTool,
    config: {
      endpoints: { byFile: '${uploadAddress(target.baseUrl, { as: 'editorjs' })}' },
      additionalRequestHeaders: { Authorization: '${bearer(target)}' },
    },
  },
};`,
  },
  {
    id: 'tinymce',
    name: 'TinyMCE',
    secret: 'token',
    language: 'js',
    snippet: ({ baseUrl, secret }) => `const options = {
  images_upload_url: '${uploadAddress(baseUrl, { as: 'tinymce', token: secret })}',
};`,
  },
  {
    id: 'dropzone',
    name: 'Dropzone',
    secret: 'token',
    language: 'js',
    snippet: (target) => `import Dropzone from 'dropzone';

const dropzone = new Dropzone('#photos', {
  url: '${address(target)}',
  headers: { Authorization: '${bearer(target)}' },
});
dropzone.on('success', (file, answer) => console.log(answer.${addressIn(OWN_DIALECT)}));`,
  },
  {
    id: 'filepond',
    name: 'FilePond',
    secret: 'token',
    language: 'js',
    snippet: (target) => `import { create } from 'filepond';

const pond = create(document.querySelector('#photos'), {
  name: '${picgo.fields[0]}',
  server: {
    process: {
      url: '${uploadAddress(target.baseUrl, { as: 'picgo' })}',
      headers: { Authorization: '${bearer(target)}' },
      onload: (text) => JSON.parse(text).${addressIn(picgo)}[0],
    },
  },
});`,
  },
  {
    id: 'vditor',
    name: 'Vditor',
    secret: 'token',
    language: 'js',
    snippet: (target) => `const options = {
  upload: {
    url: '${uploadAddress(target.baseUrl, { as: 'picgo' })}',
    fieldName: '${picgo.fields[0]}',
    headers: { Authorization: '${bearer(target)}' },
    format: (files, text) => {
      const named = JSON.parse(text).${addressIn(picgo)}.map((url, index) => [files[index].name, url]);
      return JSON.stringify({ code: 0, data: { errFiles: [], succMap: Object.fromEntries(named) } });
    },
  },
};`,
  },
];

/** Those that keep the secret to themselves. */
export const clientsForKeys = uploadClients.filter(({ secret }) => secret === 'either');
