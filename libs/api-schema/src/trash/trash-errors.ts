export const notInTrash = { code: 'not-in-trash', detail: 'There is nothing with this id in the trash.' };
