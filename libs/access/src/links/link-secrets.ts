/**
 * Derives the secrets of links from the key of the installation, so that an address can be shown again without being
 * stored. The same on every node and after every restart.
 */
export abstract class LinkSecrets {
  /**
   * The secret of the link with this identifier: HMAC-SHA-256 of the identifier, as a number, of which the last 22
   * digits in base62 are taken. Other texts than identifiers give secrets for other purposes.
   * @throws {StorageUnavailable} if the key cannot be read
   */
  abstract secretOf(linkId: string): Promise<string>;
}
