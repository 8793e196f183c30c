import type { UploadDialectName } from '@cairn/api-schema';

/** What a client that uploads sends and reads, where it is not the form and the answer of Cairn. */
export interface UploadDialect {
  /** The fields of the form that may have the file. */
  readonly fields: readonly string[];
  /** Whether a form may have several files. Without it a second one is refused. */
  readonly takesMany: boolean;
  /** The status of success. */
  readonly status: number;
  /** The body, by the addresses of the files in their order: at least one. */
  readonly success: (urls: readonly string[]) => Readonly<Record<string, unknown>>;
  /** The body of every error. Its status and headers are those of Cairn: each of these clients takes only 2xx for success. */
  readonly failure: (message: string) => Readonly<Record<string, unknown>>;
}

/** The clients by the parameter `as`, each as its source reads it. */
export const uploadDialects: Readonly<Record<UploadDialectName, UploadDialect>> = {
  /**
   * The server of PicGo 3 (`files`, `success`, `result`, `message`), and what asks one: Image Auto Upload for Obsidian sends
   * `list`, and takes 200 alone for success.
   */
  picgo: {
    fields: ['files', 'list', 'file'],
    takesMany: true,
    status: 200,
    success: (urls) => ({ success: true, result: urls }),
    failure: (message) => ({ success: false, result: [], message }),
  },
  /** `SimpleUploadAdapter` of @ckeditor/ckeditor5-upload 48: `url`, or `error.message` with any status. */
  ckeditor: {
    fields: ['upload'],
    takesMany: false,
    status: 200,
    success: ([url]) => ({ url }),
    failure: (message) => ({ error: { message } }),
  },
  /** @editorjs/image 2.10: `success` and `file.url`. */
  editorjs: {
    fields: ['image'],
    takesMany: false,
    status: 200,
    success: ([url]) => ({ success: 1, file: { url } }),
    failure: (message) => ({ success: 0, message }),
  },
  /** `images_upload_url` of TinyMCE 8: `location`. Of an error it shows the status alone. */
  tinymce: {
    fields: ['file'],
    takesMany: false,
    status: 200,
    success: ([location]) => ({ location }),
    failure: (message) => ({ error: { message } }),
  },
  /** ShareX, by the `.sxcu` file of `sharexUploader`: `{json:url}`, `{json:error}`. */
  sharex: {
    fields: ['file'],
    takesMany: false,
    status: 200,
    success: ([url]) => ({ url }),
    failure: (error) => ({ error }),
  },
};

/** The dialect with this name, if there is one. */
export const dialectNamed = (name: unknown): UploadDialect | undefined =>
  typeof name === 'string' && Object.hasOwn(uploadDialects, name)
    ? uploadDialects[name as UploadDialectName]
    : undefined;
