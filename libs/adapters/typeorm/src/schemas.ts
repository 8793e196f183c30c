import { EntitySchema } from 'typeorm';
import { AccountSchema, ApiKeySchema } from './access/account-schema.js';
import { AuditSchema } from './access/audit-schema.js';
import { GrantSchema, GroupMemberSchema, GroupSchema } from './access/grant-schema.js';
import { LinkSchema } from './access/link-schema.js';
import { PasskeySchema } from './access/passkey-schema.js';
import { InviteSchema, SessionSchema, UserSchema } from './access/user-schema.js';
import { ChallengeSchema, IdentitySchema } from './access/identity-schema.js';
import { AlbumImageSchema, AlbumSchema } from './images/tables/album-schema.js';
import {
  AddressSchema,
  ByteReservationSchema,
  CatalogSchema,
  ImageSchema,
  ImageTagSchema,
} from './images/tables/catalog-schema.js';
import { ImageCountSchema, ImageTermSchema } from './images/tables/gallery-schema.js';
import {
  FolderDefaultSchema,
  InstallationSchema,
  PresetSchema,
  SigningKeySchema,
} from './images/tables/settings-schema.js';
import { FailedWorkSchema } from './kernel/failed-work-schema.js';
import { IdempotencySchema } from './kernel/idempotency-schema.js';
import { UserJobSchema } from './kernel/user-job-schema.js';
import { PhotoLinkSchema } from './spaces/photo-link-schema.js';
import { OutboxConsumerSchema } from './kernel/outbox-schema.js';
import { TrashPlaceSchema, TrashSchema } from './trash/tables/trash-schema.js';
import { SpaceLabelSchema, SpaceSchema } from './spaces/space-schema.js';
import { WebhookDeliverySchema, WebhookEndpointSchema } from './webhooks/webhook-schema.js';

/** Every table except events, which differ by dialect. `integer` stands for integers up to 2^53 in any dialect. */
export const schemas = [
  new EntitySchema(CatalogSchema),
  new EntitySchema(ByteReservationSchema),
  new EntitySchema(AddressSchema),
  new EntitySchema(ImageSchema),
  new EntitySchema(ImageTagSchema),
  new EntitySchema(ImageTermSchema),
  new EntitySchema(ImageCountSchema),
  new EntitySchema(AlbumSchema),
  new EntitySchema(AlbumImageSchema),
  new EntitySchema(FolderDefaultSchema),
  new EntitySchema(TrashSchema),
  new EntitySchema(TrashPlaceSchema),
  new EntitySchema(SpaceSchema),
  new EntitySchema(SpaceLabelSchema),
  new EntitySchema(AuditSchema),
  new EntitySchema(AccountSchema),
  new EntitySchema(ApiKeySchema),
  new EntitySchema(UserSchema),
  new EntitySchema(SessionSchema),
  new EntitySchema(InviteSchema),
  new EntitySchema(GrantSchema),
  new EntitySchema(GroupSchema),
  new EntitySchema(GroupMemberSchema),
  new EntitySchema(LinkSchema),
  new EntitySchema(IdentitySchema),
  new EntitySchema(ChallengeSchema),
  new EntitySchema(PasskeySchema),
  new EntitySchema(InstallationSchema),
  new EntitySchema(PresetSchema),
  new EntitySchema(SigningKeySchema),
  new EntitySchema(PhotoLinkSchema),
  new EntitySchema(OutboxConsumerSchema),
  new EntitySchema(FailedWorkSchema),
  new EntitySchema(IdempotencySchema),
  new EntitySchema(WebhookEndpointSchema),
  new EntitySchema(WebhookDeliverySchema),
  new EntitySchema(UserJobSchema),
];
