/** The migration that adds upload tokens, and keys that sign them. */
export const UPLOAD_TOKENS = 'UploadTokens1796800001900';
