import type { Texts } from '../../i18n/en/texts.ts';
import type { WebhookAttempt } from './webhooks.ts';

/** How an attempt ended, in a few words. */
export function attemptText({ status, error, durationMs }: WebhookAttempt, texts: Texts['webhooks']): string {
  const errors: Readonly<Record<string, string>> = texts.errors;
  if (status !== null) return texts.answered(status, durationMs);
  return errors[error ?? ''] ?? texts.errors['connection-failed'];
}
