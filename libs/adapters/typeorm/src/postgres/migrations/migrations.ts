import { AddedBy1795741200100 } from './added-by.js';
import { Albums1795651200100 } from './albums.js';
import { Audit1795800600200 } from './audit.js';
import { AuditTimes1796100200100 } from './audit-times.js';
import { ByteQuota1795800600100 } from './byte-quota.js';
import { FolderDefaults1795748400100 } from './folder-defaults.js';
import { Idempotency1795800700100 } from './idempotency.js';
import { HeldContents1795800200100 } from './held-contents.js';
import { IdempotencyUsage1795900100200 } from './idempotency-usage.js';
import { InitialSchema1795305600100 } from './initial-schema.js';
import { Grants1795744800100 } from './grants.js';
import { InviteAccount1796000100200 } from './invite-account.js';
import { LinkRole1795751100100 } from './link-role.js';
import { Links1795654800100 } from './links.js';
import { LongestFeature1796100100100 } from './longest-feature.js';
import { RestoredCopy1796000100100 } from './restored-copy.js';
import { SpaceLinks1795750200100 } from './space-links.js';
import { Trash1795800100100 } from './trash.js';
import { TrashByKind1795900200200 } from './trash-by-kind.js';
import { TrashBySpace1795900200100 } from './trash-by-space.js';
import { UserJobs1795800700200 } from './user-jobs.js';
import { Visibility1795737600100 } from './visibility.js';
import { WebhookBacklog1795900100100 } from './webhook-backlog.js';
import { WebhookMaker1795900100300 } from './webhook-maker.js';
import { Webhooks1795800500100 } from './webhooks.js';

/** Every migration, oldest first. */
export const migrations = [
  InitialSchema1795305600100,
  Albums1795651200100,
  Links1795654800100,
  Visibility1795737600100,
  AddedBy1795741200100,
  Grants1795744800100,
  FolderDefaults1795748400100,
  SpaceLinks1795750200100,
  LinkRole1795751100100,
  Trash1795800100100,
  HeldContents1795800200100,
  Webhooks1795800500100,
  ByteQuota1795800600100,
  Audit1795800600200,
  Idempotency1795800700100,
  UserJobs1795800700200,
  WebhookBacklog1795900100100,
  IdempotencyUsage1795900100200,
  WebhookMaker1795900100300,
  TrashBySpace1795900200100,
  TrashByKind1795900200200,
  RestoredCopy1796000100100,
  InviteAccount1796000100200,
  LongestFeature1796100100100,
  AuditTimes1796100200100,
] as const;
