import type { MapRepository } from '@cairn/maps/spi';
import { repository } from '../sql/repository.js';
import { TypeOrmMapRepository } from './typeorm-map-repository.js';

export const mapsRepositories = {
  maps: repository<MapRepository>(TypeOrmMapRepository, {
    insert: 'write',
    find: 'read',
    get: 'read',
    findPublic: 'read',
    list: 'read',
    listBySpace: 'read',
    update: 'write',
    remove: 'write',
    restore: 'write',
  }),
};
