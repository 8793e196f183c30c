import { CellRollups1795305600014 } from './cell-rollups.js';
import { FeatureCopies1795305600015 } from './feature-copies.js';
import { FeaturePieces1795305600062 } from './feature-pieces.js';
import { FeatureGrains1795305600064 } from './feature-grains.js';
import { FeatureHistory1795305600065 } from './feature-history.js';
import { FeatureShapes1795305600063 } from './feature-shapes.js';
import { FailedWork1795305600070 } from './failed-work.js';
import { Features1795305600011 } from './features.js';
import { FineRollups1795305600066 } from './fine-rollups.js';
import { FreedAddresses1795305600003 } from './freed-addresses.js';
import { Passkeys1795305600061 } from './passkeys.js';
import { Identities1795305600060 } from './identities.js';
import { ImageDescriptions1795305600030 } from './image-descriptions.js';
import { Gallery1795305600051 } from './gallery.js';
import { InitialSchema1795219200000 } from './initial-schema.js';
import { Installation1795305600001 } from './installation.js';
import { KeyParents1795305600002 } from './key-parents.js';
import { Outbox1795305600004 } from './outbox.js';
import { Overview1795305600013 } from './overview.js';
import { Presets1795305600054 } from './presets.js';
import { PropertyIndexes1795305600012 } from './property-indexes.js';
import { PhotoLinks1795305600055 } from './photo-links.js';
import { SigningKeys1795305600052 } from './signing-keys.js';
import { SpaceSettings1795305600010 } from './space-settings.js';
import { Users1795305600050 } from './users.js';

/** Every migration, oldest first. */
export const migrations = [
  InitialSchema1795219200000,
  Installation1795305600001,
  KeyParents1795305600002,
  FreedAddresses1795305600003,
  Outbox1795305600004,
  SpaceSettings1795305600010,
  Features1795305600011,
  PropertyIndexes1795305600012,
  Overview1795305600013,
  CellRollups1795305600014,
  FeatureCopies1795305600015,
  ImageDescriptions1795305600030,
  Users1795305600050,
  Gallery1795305600051,
  SigningKeys1795305600052,
  Presets1795305600054,
  PhotoLinks1795305600055,
  Identities1795305600060,
  Passkeys1795305600061,
  FeaturePieces1795305600062,
  FeatureShapes1795305600063,
  FeatureGrains1795305600064,
  FeatureHistory1795305600065,
  FineRollups1795305600066,
  FailedWork1795305600070,
] as const;
