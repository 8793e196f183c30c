export const link = { code: 'link-not-found', detail: 'There is no such link, or not any more.' };
export const locked = { code: 'link-password-needed', detail: 'This link needs its password.' };
export const refused = {
  code: 'download-refused',
  detail: 'This link does not allow originals: ask for a size, such as `?w=1920`.',
};
export const held = { 401: locked, 404: link };
