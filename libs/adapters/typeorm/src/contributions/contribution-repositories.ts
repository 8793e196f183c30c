import type { ContributionRepository } from '@cairn/images/spi';
import { repository } from '../sql/repository.js';
import { SqlContributionRepository } from './sql-contribution-repository.js';

export const contributionRepositories = {
  contributions: repository<ContributionRepository>(SqlContributionRepository, {
    add: 'write',
    list: 'read',
    count: 'read',
    find: 'read',
    approve: 'write',
    refuse: 'write',
    guests: 'read',
    listGuests: 'read',
  }),
};
