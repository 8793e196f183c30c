import {
  AccountRepository,
  ApiKeyRepository,
  Authenticate,
  Bootstrap,
  CreateAccount,
  CreateApiKey,
  ListAccounts,
  ListApiKeys,
  ReadAccount,
  RevokeApiKey,
  SecretDigest,
} from '@cairn/access';
import {
  AdmitUpload,
  AdoptStore,
  BlobStore,
  CatalogRepository,
  CatalogRules,
  DeleteImage,
  DeleteRemovedBlobs,
  ImageProcessor,
  InstallationRepository,
  ListImagesByTag,
  OpenFile,
  OpenInstallation,
  ReadImage,
  ReadQuota,
  ReceiveUpload,
  SetQuota,
  SurveyStores,
  SweepBlobs,
  UploadImage,
} from '@cairn/images';
import { Clock, IdGenerator } from '@cairn/kernel';
import {
  CreateSpace,
  DeleteSpace,
  ListSpaces,
  ReadSpace,
  SpaceRepository,
  SpaceStorage,
  UpdateSpace,
} from '@cairn/spaces';
import { ContainerModule } from 'inversify';
import { bindClass } from './bind.js';
import { AccountOpening, OpenAccount } from './open-account.js';

const time = { clock: Clock, ids: IdGenerator };

export const imagesModule = new ContainerModule((options) => {
  const catalog = { catalog: CatalogRepository };
  const stores = { ...catalog, blobs: BlobStore };
  const uploads = { ...stores, rules: CatalogRules };
  bindClass(options, UploadImage, { ...uploads, ...time, processor: ImageProcessor });
  bindClass(options, ReceiveUpload, { ...uploads, processor: ImageProcessor });
  bindClass(options, AdmitUpload, { ...uploads, ...time });
  bindClass(options, ReadImage, catalog);
  bindClass(options, DeleteImage, stores);
  bindClass(options, DeleteRemovedBlobs, stores);
  bindClass(options, ListImagesByTag, catalog);
  bindClass(options, ReadQuota, { ...catalog, rules: CatalogRules });
  bindClass(options, SetQuota, catalog);
  bindClass(options, OpenFile, stores);
  bindClass(options, SweepBlobs, { ...stores, clock: Clock });
  const installed = { installations: InstallationRepository, blobs: BlobStore };
  bindClass(options, OpenInstallation, { ...installed, ...catalog, ids: IdGenerator });
  bindClass(options, SurveyStores, { ...installed, ...catalog });
  bindClass(options, AdoptStore, { ...installed, ids: IdGenerator });
});

export const spacesModule = new ContainerModule((options) => {
  const spaces = { spaces: SpaceRepository };
  bindClass(options, CreateSpace, { ...spaces, ...time, storage: SpaceStorage });
  bindClass(options, ReadSpace, spaces);
  bindClass(options, ListSpaces, spaces);
  bindClass(options, UpdateSpace, { ...spaces, clock: Clock });
  bindClass(options, DeleteSpace, spaces);
});

export const accountsModule = new ContainerModule((options) => {
  const accounts = { accounts: AccountRepository };
  const keys = { keys: ApiKeyRepository };
  const making = { ...accounts, ...keys, ...time, digest: SecretDigest };
  bindClass(options, Authenticate, { ...keys, digest: SecretDigest, clock: Clock });
  bindClass(options, Bootstrap, making);
  bindClass(options, CreateApiKey, making);
  bindClass(options, ListApiKeys, keys);
  bindClass(options, RevokeApiKey, { ...keys, clock: Clock });
  bindClass(options, CreateAccount, { ...accounts, ...time });
  bindClass(options, OpenAccount, { openings: AccountOpening, ...time });
  bindClass(options, ReadAccount, accounts);
  bindClass(options, ListAccounts, accounts);
});
