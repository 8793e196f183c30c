import { invalid } from '../error-example.js';

export const webhook = {
  code: 'webhook-not-found',
  detail: 'The account has no webhook with this identifier.',
};
export const url = invalid('url', 'address-not-allowed', '127.0.0.1 is not a public address.');
