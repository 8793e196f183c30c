/** The call cannot be understood. The message says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
