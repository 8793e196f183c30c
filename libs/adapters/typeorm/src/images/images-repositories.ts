import type {
  AlbumRepository,
  ByteQuotaRepository,
  CatalogRepository,
  FolderDefaultRepository,
  InstallationRepository,
  LookAlikeRepository,
  PreparedUploadRepository,
  PresetRepository,
  SigningKeyRepository,
} from '@cairn/images/spi';
import { repository } from '../sql/repository.js';
import { SqlCatalogRepository } from './sql-catalog-repository.js';
import { SqlLookAlikeRepository } from './sql-look-alike-repository.js';
import { SqlByteQuotaRepository } from './sql-byte-quota-repository.js';
import { SqlPreparedUploadRepository } from './sql-prepared-upload-repository.js';
import { TypeOrmAlbumRepository } from './typeorm-album-repository.js';
import { TypeOrmFolderDefaultRepository } from './typeorm-folder-default-repository.js';
import { TypeOrmInstallationRepository } from './typeorm-installation-repository.js';
import { TypeOrmPresetRepository } from './typeorm-preset-repository.js';
import { TypeOrmSigningKeyRepository } from './typeorm-signing-key-repository.js';

export const imagesRepositories = {
  catalog: repository<CatalogRepository>(SqlCatalogRepository, {
    add: 'write',
    addOrFind: 'write',
    addCopy: 'write',
    knownFiles: 'read',
    knownSizes: 'read',
    remove: 'write',
    getRemoved: 'read',
    restore: 'write',
    get: 'cached',
    find: 'read',
    takenIds: 'read',
    describe: 'write',
    listUndescribed: 'read',
    findFile: 'cached-if-open',
    freedAddresses: 'read',
    eraseAddresses: 'write',
    listByTag: 'read',
    list: 'read',
    listTags: 'read',
    listFolders: 'read',
    listCameras: 'read',
    listDays: 'read',
    changeTaken: 'write',
    changeTags: 'write',
    changeVisibility: 'write',
    changeDetails: 'write',
    update: 'write',
    removeAll: 'write',
    usage: 'cached',
    total: 'read',
    setQuota: 'write',
    listBlobs: 'read',
    needsBlob: 'read',
  }),
  lookAlikes: repository<LookAlikeRepository>(SqlLookAlikeRepository, {
    list: 'read',
    dismiss: 'write',
    recall: 'write',
  }),
  byteQuotas: repository<ByteQuotaRepository>(SqlByteQuotaRepository, {
    usage: 'read',
    setQuota: 'write',
    reserve: 'write',
    release: 'write',
  }),
  preparedUploads: repository<PreparedUploadRepository>(SqlPreparedUploadRepository, {
    add: 'write',
    take: 'write',
    giveUp: 'write',
    list: 'read',
    remove: 'write',
  }),
  albums: repository<AlbumRepository>(TypeOrmAlbumRepository, {
    add: 'write',
    get: 'read',
    takenIds: 'read',
    list: 'read',
    update: 'write',
    remove: 'write',
    restore: 'write',
    place: 'write',
    addOrFind: 'write',
    take: 'write',
    among: 'read',
    images: 'read',
  }),
  folderDefaults: repository<FolderDefaultRepository>(TypeOrmFolderDefaultRepository, {
    put: 'write',
    remove: 'write',
    list: 'read',
    findNearest: 'read',
  }),
  installations: repository<InstallationRepository>(TypeOrmInstallationRepository, {
    find: 'read',
    claim: 'write',
    restoredAt: 'read',
    markRestored: 'write',
    promote: 'write',
  }),
  presets: repository<PresetRepository>(TypeOrmPresetRepository, {
    put: 'write',
    find: 'read',
    list: 'cached',
    remove: 'write',
  }),
  signingKeys: repository<SigningKeyRepository>(TypeOrmSigningKeyRepository, {
    add: 'write',
    findByName: 'cached',
    list: 'read',
    remove: 'write',
  }),
};
