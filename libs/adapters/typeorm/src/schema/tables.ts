import { migrationsOf, statementsOf, timeOf, type TableLanguage } from '../sql/create-table.js';
import type { AnyTable } from '../sql/table.js';
import { AccountSchema, ApiKeySchema } from '../access/account-schema.js';
import { AuditSchema } from '../access/audit-schema.js';
import { GrantSchema, GroupMemberSchema, GroupSchema } from '../access/grant-schema.js';
import { LinkSchema } from '../access/link-schema.js';
import { UploadTokenSchema } from '../access/upload-token-schema.js';
import { PasskeySchema } from '../access/passkey-schema.js';
import { InviteSchema, SessionSchema, UserSchema } from '../access/user-schema.js';
import { ChallengeSchema, IdentitySchema } from '../access/identity-schema.js';
import { AlbumImageSchema, AlbumSchema } from '../images/tables/album-schema.js';
import {
  AddressSchema,
  ByteReservationSchema,
  CatalogSchema,
  ImageSchema,
  PreparedUploadSchema,
} from '../images/tables/catalog-schema.js';
import { ImageCountSchema, ImageTagSchema, ImageTermSchema } from '../images/tables/gallery-schema.js';
import { ImageHashSchema, LookAlikeSchema } from '../images/tables/look-alike-schema.js';
import {
  FolderDefaultSchema,
  InstallationSchema,
  PresetSchema,
  SigningKeySchema,
} from '../images/tables/settings-schema.js';
import { ContributionSchema, GuestSchema } from '../contributions/contribution-schema.js';
import { FailedWorkSchema } from '../kernel/failed-work-schema.js';
import { IdempotencySchema } from '../kernel/idempotency-schema.js';
import { UserJobSchema } from '../kernel/user-job-schema.js';
import { MapLayerSchema, MapSchema } from '../maps/map-schema.js';
import { PhotoLinkSchema } from '../spaces/photo-link-schema.js';
import { OutboxConsumerSchema, OutboxEventSchema } from '../kernel/outbox-schema.js';
import { TrashPlaceSchema, TrashSchema } from '../trash/tables/trash-schema.js';
import { SpaceLabelSchema, SpaceSchema } from '../spaces/space-schema.js';
import { WebhookDeliverySchema, WebhookEndpointSchema } from '../webhooks/webhook-schema.js';
import { CellRollupSchema, HeldContentSchema, PropertyIndexSchema } from '../spaces/content-tables.js';

/** The tables that repositories read and write as rows. None refers to a later one. */
export const tables = [
  AccountSchema,
  ApiKeySchema,
  UserSchema,
  SessionSchema,
  InviteSchema,
  IdentitySchema,
  ChallengeSchema,
  PasskeySchema,
  GrantSchema,
  GroupSchema,
  GroupMemberSchema,
  LinkSchema,
  UploadTokenSchema,
  AuditSchema,
  CatalogSchema,
  ByteReservationSchema,
  PreparedUploadSchema,
  AddressSchema,
  ImageSchema,
  ImageTagSchema,
  ImageTermSchema,
  ImageCountSchema,
  ImageHashSchema,
  LookAlikeSchema,
  AlbumSchema,
  AlbumImageSchema,
  FolderDefaultSchema,
  InstallationSchema,
  PresetSchema,
  SigningKeySchema,
  TrashSchema,
  TrashPlaceSchema,
  ContributionSchema,
  GuestSchema,
  SpaceSchema,
  SpaceLabelSchema,
  PhotoLinkSchema,
  MapSchema,
  MapLayerSchema,
  OutboxConsumerSchema,
  FailedWorkSchema,
  IdempotencySchema,
  UserJobSchema,
  WebhookEndpointSchema,
  WebhookDeliverySchema,
] as const;

/** Those of what spaces hold. They refer to `Dialect.contents`. */
const contentTables = [PropertyIndexSchema, CellRollupSchema, HeldContentSchema] as const;

/** The statements of the initial migration. `otherTables` are those that are not the same in both databases. */
export function initialStatements(
  language: TableLanguage,
  otherTables: readonly string[],
): readonly string[] {
  const create = (table: AnyTable): readonly string[] => statementsOf(table, language);
  return [...tables.flatMap(create), ...otherTables, ...contentTables.flatMap(create)];
}

// Those that are not the same in both databases have their later columns only here.
const all: readonly AnyTable[] = [...tables, ...contentTables, OutboxEventSchema];

/** The migrations after the initial one, oldest first: all that something in a table is there `since`. */
export const laterMigrations: readonly string[] = [...new Set(all.flatMap(migrationsOf))].sort(
  (one, other) => timeOf(one) - timeOf(other),
);

/** The statements of one of them. */
export const laterStatements = (migration: string, language: TableLanguage): readonly string[] =>
  all.flatMap((table) => statementsOf(table, language, migration));
