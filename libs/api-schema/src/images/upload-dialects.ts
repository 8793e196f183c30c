/** Names of members, from the outermost to the innermost. */
export type MemberPath = readonly [string, ...string[]];

/** What a client that uploads sends and reads. Without a schema, so that pages read it without the library of schemas. */
export interface UploadDialect {
  /** The fields of the form that may have the file, the usual one first. */
  readonly fields: readonly [string, ...string[]];
  /** Whether a form may have several files. Without it a second one is refused. */
  readonly takesMany: boolean;
  /** The status of success. */
  readonly status: 200 | 201;
  /** Where an answer has the address of the file, or, if there may be many, the addresses in their order. */
  readonly address: MemberPath;
  /** What else the answer has. */
  readonly success: Readonly<Record<string, boolean | number>>;
}

/** A client that has another form or answer than Cairn. */
export interface ForeignDialect extends UploadDialect {
  /**
   * Where an error has its reason, besides the problem document. Status and headers are those of Cairn: each of these clients
   * takes only 2xx, or a body without an error, for success, and none looks at the media type.
   */
  readonly reason: MemberPath;
  /** What else an error has. */
  readonly failure: Readonly<Record<string, unknown>>;
}

const single = { takesMany: false, status: 200, success: {}, failure: {} } as const;

/** An upload that asks for no dialect. */
export const OWN_DIALECT = {
  fields: ['file'],
  takesMany: false,
  status: 201,
  address: ['url'],
  success: {},
} as const satisfies UploadDialect;

/** The clients by the parameter `as`, each as its source reads it. */
export const UPLOAD_DIALECTS = {
  /**
   * The server of PicGo 3 (`files`, `success`, `result`, `message`), and what asks one: Image Auto Upload for Obsidian sends
   * `list`, and takes 200 alone for success.
   */
  picgo: {
    fields: ['files', 'list', 'file'],
    takesMany: true,
    status: 200,
    address: ['result'],
    success: { success: true },
    reason: ['message'],
    failure: { success: false, result: [] },
  },
  /** `SimpleUploadAdapter` of @ckeditor/ckeditor5-upload 48: `url`, or `error.message` with any status. */
  ckeditor: { ...single, fields: ['upload'], address: ['url'], reason: ['error', 'message'] },
  /** @editorjs/image 2.10: `success` and `file.url`. */
  editorjs: {
    ...single,
    fields: ['image'],
    address: ['file', 'url'],
    success: { success: 1 },
    reason: ['message'],
    failure: { success: 0 },
  },
  /** `images_upload_url` of TinyMCE 8: `location`. Of an error it shows the status alone. */
  tinymce: { ...single, fields: ['file'], address: ['location'], reason: ['error', 'message'] },
  /** ShareX, by the `.sxcu` file of `sharexUploader`, which names these members. */
  sharex: { ...single, fields: ['file'], address: ['url'], reason: ['error'] },
} as const satisfies Readonly<Record<string, ForeignDialect>>;

export type UploadDialectName = keyof typeof UPLOAD_DIALECTS;

/** Where a client uploads to, below the address of the server. A token is in it for clients that send no header. */
export function uploadAddress(
  baseUrl: string,
  { as, token }: { readonly as?: UploadDialectName; readonly token?: string } = {},
): string {
  const query = [...(as ? [`as=${as}`] : []), ...(token ? [`token=${token}`] : [])].join('&');
  return `${baseUrl}/api/upload${query && `?${query}`}`;
}
