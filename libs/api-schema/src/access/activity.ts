import * as z from 'zod';
import { visibilitySchema } from '../images/visibility.js';
import { timestampSchema } from '../timestamp.js';

/**
 * The operations of each kind of activity. `findKnownFiles` and what only begins something change nothing, and are in none;
 * `uploadSharedPage` is the form of a link's page, which is not an operation of this document.
 */
export const activityOperations = {
  added: [
    'uploadImage',
    'uploadImages',
    'uploadAlbumImage',
    'uploadShared',
    'uploadSharedPage',
    'copyImage',
    'importImages',
    'placeAlbumImages',
    'createAlbum',
    'createSpace',
    'createMap',
    'putFeatures',
    'postFeatures',
    'putFeature',
    'importFile',
    'putPhotoSpace',
    'restoreTrash',
    'restoreImage',
    'restoreAlbum',
    'restoreFeatures',
  ],
  changed: [
    'patchImage',
    'tagImages',
    'dateImages',
    'showImages',
    'detailImages',
    'cancelBulkJob',
    'cancelImport',
    'putFolderDefault',
    'patchAlbum',
    'patchSpace',
    'patchMap',
    'patchFeature',
    'makeTileArchive',
    'dismissLookAlikes',
    'recallLookAlikes',
    'approveContributions',
    'refuseContributions',
  ],
  removed: [
    'deleteImage',
    'deleteImages',
    'deleteAlbum',
    'takeAlbumImages',
    'deleteSpace',
    'deleteMap',
    'deleteFeatures',
    'deleteFeature',
    'deleteTileArchive',
    'deletePhotoSpace',
    'emptyTrash',
    'purgeTrash',
  ],
  shared: [
    'createLink',
    'patchLink',
    'previewLink',
    'deleteLink',
    'giveGrant',
    'takeGrant',
    'createGroup',
    'patchGroup',
    'deleteGroup',
  ],
  access: [
    'createKey',
    'patchKey',
    'revokeKey',
    'createUploadToken',
    'deleteUploadToken',
    'createAccount',
    'changeAccount',
    'eraseAccount',
    'signOut',
    'patchSession',
    'endSession',
    'endSessions',
    'changePassword',
    'resetPassword',
    'unlinkIdentity',
    'addPasskey',
    'removePasskey',
    'changeUser',
    'removeUser',
    'createPasswordReset',
    'createInvite',
    'withdrawInvite',
    'createWebhook',
    'patchWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'testWebhook',
    'replayWebhookDelivery',
    'createSigningKey',
    'revokeSigningKey',
    'putPreset',
    'deletePreset',
    'retryJob',
    'promote',
  ],
} as const;

export type ActivityKind = keyof typeof activityOperations;

export const ACTIVITY_KINDS = [
  'added',
  'changed',
  'removed',
  'shared',
  'access',
] as const satisfies readonly ActivityKind[];

const THING_TYPES = ['image', 'album', 'folder', 'space', 'map', 'link', 'key'] as const;

export const activityThingSchema = z
  .object({
    type: z.enum(THING_TYPES),
    id: z.string().describe('The identifier; of a folder its path.'),
    title: z
      .string()
      .nullable()
      .describe('What it was called then; of a link, what it opens. `null` if that is not known.'),
  })
  .meta({ id: 'ActivityThing' });

export const guestSchema = z
  .object({ id: z.string(), name: z.string().nullable().describe('As they gave it.') })
  .meta({ id: 'ActivityGuest' });

const pictureSchema = z
  .object({
    id: z.string().describe('Identifier of the image.'),
    name: z.string().describe('Its file name.'),
    url: z.string().nullable().describe('The address of its file, `null` for one in the trash.'),
    path: z.string().nullable().describe('Its folder, `null` for one in the trash.'),
    visibility: visibilitySchema.nullable().describe('`null` for one in the trash.'),
    thumbhash: z.string().nullable(),
  })
  .meta({ id: 'ActivityPicture' });

export const activityRowSchema = z
  .object({
    id: z.string().describe('That of its first entry in `GET /api/audit`.'),
    since: timestampSchema.describe('When the first entry was made.'),
    at: timestampSchema.describe('When the last entry was made.'),
    accountId: z.string().describe('The account whose it is that was changed.'),
    by: z
      .object({
        type: z.enum(['user', 'key', 'link', 'token', 'erased']),
        id: z.string().nullable(),
        name: z.string().nullable().describe('Of a user or a key, if it is known.'),
      })
      .meta({ id: 'ActivityActor' }),
    guest: guestSchema.nullable().describe('Who used the link, if that is known.'),
    operation: z.string().describe('Its identifier in this document.'),
    status: z.int().describe('The status of the response.'),
    thing: activityThingSchema
      .nullable()
      .describe('What it is about, or the album or folder that images were added to.'),
    target: z.string().nullable().describe('The identifiers of the address of the first entry.'),
    count: z.int().describe('How often it was done.'),
    imageCount: z.int().describe('How many images were added or changed.'),
    images: z.array(pictureSchema).readonly().describe('At most four of them that there are still.'),
  })
  .meta({ id: 'ActivityRow' });

export type ActivityRowRecord = z.infer<typeof activityRowSchema>;

const text = z.string().min(1).max(300);

export const activityQuerySchema = z.object({
  accountId: z
    .string()
    .optional()
    .describe('Default: the caller’s own account. Another account, or `*` for all, needs the scope `admin`.'),
  principal: text
    .optional()
    .describe('Who did it: `user:`, `key:` or `link:` and an identifier, `token` or `erased`.'),
  guest: text.optional().describe('The identifier of a guest.'),
  thing: z
    .string()
    .max(300)
    .regex(new RegExp(`^(?:${THING_TYPES.join('|')}):\\S.*$`))
    .optional()
    .describe(
      'What it was done to: `image:`, `album:`, `folder:`, `space:`, `link:` or `key:` and an identifier; of a folder ' +
        'its path. Entries about an image are not joined then.',
    ),
  kind: z.enum(ACTIVITY_KINDS).optional().describe('Only what was done by operations of this kind.'),
  operation: text.optional().describe('The identifier of an operation, such as `deleteImage`.'),
  since: z.iso.datetime().optional().describe('Rows that began at this time or later.'),
  until: z.iso.datetime().optional().describe('Rows that began before this time.'),
});

export const newActivitySchema = z
  .object({
    seenAt: timestampSchema.describe('When the user last looked.'),
    latestAt: timestampSchema
      .nullable()
      .describe('When the latest of it was added. For `PUT /api/activity/seen`.'),
    count: z.int().describe('How many images were added, and how often features or spaces.'),
    isMore: z.boolean().describe('Whether there is more than was counted.'),
    rows: z.array(activityRowSchema).readonly().describe('The latest first, at most 20.'),
  })
  .meta({ id: 'NewActivity' });

export type NewActivityRecord = z.infer<typeof newActivitySchema>;

export const seenActivityBodySchema = z.strictObject({
  until: z.iso.datetime().describe('What was added up to this time has been seen. A later time stays.'),
});
