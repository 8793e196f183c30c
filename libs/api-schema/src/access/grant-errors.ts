export const grant = { code: 'grant-not-found', detail: 'There is no grant with this id.' };
export const group = { code: 'group-not-found', detail: 'There is no group with this id.' };
export const user = { code: 'user-not-found', detail: 'There is no user with this id.' };
export const album = { code: 'album-not-found', detail: 'There is no album with this id.' };
export const forbidden = {
  code: 'access-forbidden',
  detail: 'This needs the role `manager` here, which you do not have.',
};
