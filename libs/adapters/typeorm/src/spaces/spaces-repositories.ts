import type { PhotoLinkRepository } from '@cairn/photo-places/spi';
import type { FeatureTrash, SpaceRepository } from '@cairn/spaces/spi';
import { repository } from '../sql/repository.js';
import { TypeOrmSpaceRepository } from './typeorm-space-repository.js';
import { SqlFeatureTrash } from './sql-feature-trash.js';
import { TypeOrmPhotoLinkRepository } from './typeorm-photo-link-repository.js';

export const spacesRepositories = {
  spaces: repository<SpaceRepository>(TypeOrmSpaceRepository, {
    add: 'write',
    assertAddable: 'read',
    get: 'cached-by-space',
    list: 'read',
    update: 'write',
    remove: 'write',
    restore: 'write',
  }),
  featureTrash: repository<FeatureTrash>(SqlFeatureTrash, {
    release: 'write',
    want: 'write',
    findWanted: 'read',
    unwant: 'write',
  }),
  photoLinks: repository<PhotoLinkRepository>(TypeOrmPhotoLinkRepository, {
    put: 'write',
    end: 'write',
    list: 'read',
    findDue: 'read',
    save: 'write',
    remove: 'write',
    wake: 'write',
  }),
};
