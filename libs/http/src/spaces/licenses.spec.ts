import { licenseSchema } from '@cairn/api-schema';
import { licenses } from '@cairn/spaces';
import { expect, it } from '@jest/globals';

it('the API has the licences of the domain', () => {
  expect(licenseSchema.options).toEqual(licenses);
});
