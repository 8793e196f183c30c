import * as z from 'zod';
import { pageQuerySchema } from '../paging.js';
import { timestampSchema } from '../timestamp.js';

// The domain enforces these limits; here they are only documented.
const url = z
  .string()
  .meta({ maxLength: 2048 })
  .describe('An `http` or `https` address that is public, or allowed.');
const events = z
  .array(z.string())
  .meta({ minItems: 1 })
  .describe('Types such as `image.added`, all of one kind such as `image.*`, or `*`: see docs/webhooks.md.');
const description = z.string().meta({ maxLength: 500 });

const webhook = z
  .object({
    id: z.string(),
    url,
    events,
    description,
    enabled: z.boolean(),
    disabledBy: z
      .enum(['owner', 'gone', 'failing', 'backlog', 'revoked'])
      .nullable()
      .describe(
        '`gone`: it answered with 410. `failing`: every attempt failed for three days. `backlog`: too many messages wait for it. `revoked`: who made it may not any more.',
      ),
    failingSince: timestampSchema.nullable().describe('`null` if the latest attempt succeeded.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Webhook' });

const createdWebhook = webhook
  .extend({ secret: z.string().describe('What messages are signed with. It is shown this once.') })
  .meta({ id: 'CreatedWebhook' });

const attempt = z
  .object({
    at: timestampSchema,
    durationMs: z.int().min(0),
    status: z.int().nullable().describe('Of the response; `null` if there was none.'),
    error: z.string().nullable().describe('Why there was no response, such as `timed-out`.'),
  })
  .meta({ id: 'WebhookAttempt' });

const delivery = z
  .object({
    id: z.string().describe('The `webhook-id` of the message.'),
    type: z.string(),
    subject: z.string().describe('Messages of one subject are delivered in the order of its changes.'),
    state: z.enum(['pending', 'delivered', 'dead']),
    attempts: z.int().min(0),
    body: z.string().describe('The message, as it is sent.'),
    createdAt: timestampSchema,
    nextAttemptAt: timestampSchema.nullable().describe('`null` unless it is pending.'),
    lastAttempt: attempt.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

const list = z.object({ webhooks: z.array(webhook) }).meta({ id: 'WebhookList' });

const deliveries = z
  .object({
    deliveries: z.array(delivery),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'WebhookDeliveryPage' });

/** The shapes of webhooks, by name. */
export const webhookSchemas = {
  webhook,
  createdWebhook,
  attempt,
  delivery,
  list,
  deliveries,
  createBody: z.strictObject({ url, events, description: description.optional() }),
  patchBody: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    enabled: z.boolean().optional().describe('`true` makes what has failed forgotten.'),
  }),
  deliveriesQuery: z.object({
    limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
    cursor: z
      .string()
      .optional()
      .describe('Start of the page: the `nextCursor` of the previous one, unchanged.'),
    state: delivery.shape.state.optional().describe('`dead` lists what was given up.'),
  }),
};

/** Their types. */
export type WebhookShapes = {
  readonly [Name in keyof typeof webhookSchemas]: z.infer<(typeof webhookSchemas)[Name]>;
};
