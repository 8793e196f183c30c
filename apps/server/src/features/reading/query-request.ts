import { pathOf } from '../../http/query.js';
import type { OperationRequest } from '../../http/routing/request-router.js';
import { hubParameters, type HubParameters } from '../query/hub-parameters.js';

/** The query of a request, without its `?`. */
export function queryTextOf({ request: { url = '' } }: Pick<OperationRequest, 'request'>): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

export function parametersOf(given: Pick<OperationRequest, 'request'>): HubParameters {
  return hubParameters(queryTextOf(given));
}

/** What tells the answers of one address from each other: all of it but the credential. */
export function addressText({ request }: Pick<OperationRequest, 'request'>): string {
  const query = queryTextOf({ request });
  const telling = query.split('&').filter((element) => !/^access_token=/i.test(element));
  return `${pathOf(request)}?${telling.join('&')}`;
}
