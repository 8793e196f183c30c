import type { DisabledBy, WebhookEndpoint } from './webhook-endpoint.js';

/** The changes of an endpoint. Absent members stay the same; `null` removes. */
export interface EndpointChange {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly disabledBy?: DisabledBy | null | undefined;
  readonly failingSince?: number | null | undefined;
  readonly madeBy?: string | undefined;
  readonly secret?: string | undefined;
  readonly formerSecret?: WebhookEndpoint['formerSecret'];
  /** When the endpoint was changed; absent if only its state was recorded. */
  readonly updatedAt?: number | undefined;
}

/** The endpoint after a change. */
export function changed(endpoint: WebhookEndpoint, change: EndpointChange): WebhookEndpoint {
  const {
    disabledBy: disabled,
    failingSince: failing,
    formerSecret: former,
    madeBy: maker,
    ...rest
  } = endpoint;
  const disabledBy = change.disabledBy === undefined ? disabled : (change.disabledBy ?? undefined);
  const failingSince = change.failingSince === undefined ? failing : (change.failingSince ?? undefined);
  const formerSecret = change.formerSecret ?? former;
  const madeBy = change.madeBy ?? maker;
  return {
    ...rest,
    url: change.url ?? rest.url,
    events: change.events ?? rest.events,
    description: change.description ?? rest.description,
    secret: change.secret ?? rest.secret,
    updatedAt: Math.max(rest.updatedAt, change.updatedAt ?? 0),
    ...(disabledBy !== undefined && { disabledBy }),
    ...(failingSince !== undefined && { failingSince }),
    ...(formerSecret !== undefined && { formerSecret }),
    ...(madeBy !== undefined && { madeBy }),
  };
}
