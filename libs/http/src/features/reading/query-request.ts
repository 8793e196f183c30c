import { pathOf, queryTextOf } from '../../messages/query.js';
import type { OperationRequest } from '../../routing/operation-handler.js';
import { hubParameters, type HubParameters } from '../query/hub-parameters.js';

export function parametersOf({ request }: Pick<OperationRequest, 'request'>): HubParameters {
  return hubParameters(queryTextOf(request));
}

/** The cache key of a request's URL: all of it except the credential. */
export function addressText({ request }: Pick<OperationRequest, 'request'>): string {
  const query = queryTextOf(request);
  const telling = query.split('&').filter((element) => !/^access_token=/i.test(element));
  return `${pathOf(request)}?${telling.join('&')}`;
}
