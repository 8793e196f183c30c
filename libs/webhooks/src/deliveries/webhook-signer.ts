/** Signs messages. */
export abstract class WebhookSigner {
  /**
   * HMAC-SHA256 of the text in UTF-8, in base64.
   * @param secret `whsec_` and the key in base64.
   */
  abstract sign(secret: string, text: string): string;
}
