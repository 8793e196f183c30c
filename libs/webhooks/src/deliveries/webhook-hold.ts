/** Says whether messages must wait: a copy of an installation sends none, as receivers could not tell the two apart. */
export abstract class WebhookHold {
  abstract isHeld(): Promise<boolean>;
}
