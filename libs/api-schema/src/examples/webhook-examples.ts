const createdAt = '2026-01-02T03:04:05.678Z';
const webhook = {
  id: 'Nw3kLp8sVbXz1qRt5yHdGc',
  url: 'https://hooks.example.org/cairn',
  events: ['image.*'],
  description: 'Search index',
  enabled: true,
  disabledBy: null,
  failingSince: null,
  createdAt,
  updatedAt: createdAt,
};
const lastAttempt = { at: createdAt, durationMs: 84, status: 503, error: null };
const delivery = {
  id: 'msg_4b1f7a0c9e2d83f65a7c1e0b9d42f863',
  type: 'image.added',
  subject: 'image:8Lk2VbQ0pXzR5tNcW1yGfA',
  state: 'dead',
  attempts: 10,
  body: `{"type":"image.added","timestamp":"${createdAt}","data":{"id":"8Lk2VbQ0pXzR5tNcW1yGfA","address":"holiday/beach.jpg"}}`,
  createdAt,
  nextAttemptAt: null,
  lastAttempt,
};

export const webhookExamples = {
  webhook,
  createdWebhook: { ...webhook, secret: 'whsec_b3Blbi1zZXNhbWUtYnV0LWxvbmdlcnMh' },
  createBody: { url: webhook.url, events: webhook.events, description: webhook.description },
  patchBody: { events: ['image.*', 'album.*'], enabled: true },
  attempt: { ...lastAttempt, status: 204 },
  delivery,
  replayed: { ...delivery, state: 'pending', attempts: 0, nextAttemptAt: createdAt },
};
