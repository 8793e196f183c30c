import { parse } from 'node:querystring';
import { operations } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import { refuseUnknownConditions } from './hub-conditions.js';

function refused(id: string, query: string): readonly string[] {
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  try {
    refuseUnknownConditions(operation, parse(query));
    return [];
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ pointer }) => pointer);
    throw error;
  }
}

describe('a parameter that an operation of the hub does not know', () => {
  it.each([
    ['searchFeatures', 'clientId=cli&skipCache=True&access_token=&unknown=1&_=17&v=2&utm_source=x&test=1'],
    ['searchFeatures', 'LIMIT=5&Tags=a&p.a>5&f.id=a&versionRef=HEAD&context=default&clip=true&margin=20'],
    [
      'getFeaturesInTile',
      'margin=20&clip=false&mode=viz&vizSampling=off&clustering.none=1&tweaks.strength=low',
    ],
    ['deleteFeatures', 'id=a&tags=b&&clientId=cli&access_token=x&eraseContent=true&p.a=1&dryRun=false'],
    ['putFeatures', 'addTags=a&removeTags=b&transactional=false&clientId=dhpy&e=retain'],
    ['listSpaces', 'owner=me&region=eu&contentUpdatedAt>=5&clientId=cli&include_rights=true'],
    ['listImages', 'whatever=is&refused=elsewhere'],
  ])('%s %s is ignored where it narrows nothing', (id, query) => {
    expect(refused(id, query)).toEqual([]);
  });

  it.each([
    ['searchFeatures', 'tag=hut&limits=5&limt=5&lmiit=5', ['/tag', '/limits', '/limt', '/lmiit']],
    [
      'searchFeatures',
      'west=1&lat=1&id=a&bbox=1,2,3,4&author=x',
      ['/west', '/lat', '/id', '/bbox', '/author'],
    ],
    ['searchFeatures', 'beds>5&beds=gte=5&beds!=5&x=>5', ['/beds>5', '/beds', '/beds!', '/x']],
    [
      'searchFeatures',
      'properties.beds=5&q.beds=5&filter[beds]=5',
      ['/properties.beds', '/q.beds', '/filter[beds]'],
    ],
    ['countFeatures', 'limit=5&handle=1&radius=5', ['/limit', '/handle', '/radius']],
    ['iterateFeatures', 'parts=1,2&handel=7', ['/parts', '/handel']],
    ['getFeatures', 'id=a&p.size>5&tags=x', ['/p.size>5', '/tags']],
    ['getFeature', 'f.version=7', ['/f.version']],
    ['getFeaturesInBbox', 'wset=1&radius=5', ['/wset', '/radius']],
    ['getFeaturesInTile', 'west=1&part=1,2', ['/west', '/part']],
    ['getTile', 'bbox=1,2,3,4&tag=a', ['/bbox', '/tag']],
    ['exportFeatures', 'limit=5&west=1', ['/limit', '/west']],
    ['postFeatures', 'e=delete&tags=hut&conflictDetction=true', ['/tags', '/conflictDetction']],
    ['putFeature', 'e=retain&id=a', ['/e', '/id']],
    ['deleteFeatures', 'tags=hut&beds=5&limit=1&west=1', ['/beds', '/limit', '/west']],
    ['deleteFeature', 'tags=hut&p.beds>5', ['/tags', '/p.beds>5']],
    ['deleteSpace', 'tags=hut&id=a', ['/tags', '/id']],
    ['listSpaces', 'tags=a&ownr=me', ['/tags', '/ownr']],
    [
      'listSpaces',
      'title=x&shared=true&packages=p&createdAt>=5',
      ['/title', '/shared', '/packages', '/createdAt>'],
    ],
  ])('%s %s is refused where it could narrow', (id, query, pointers) => {
    expect(refused(id, query)).toEqual(pointers);
  });
});
