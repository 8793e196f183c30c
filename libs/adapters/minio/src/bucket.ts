/** A bucket of an S3 service, with credentials. */
export interface S3Options {
  readonly host: string;
  /** Defaults to the scheme's port. */
  readonly port?: number | undefined;
  readonly tls: boolean;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all object keys: empty, or ending in a slash. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /**
   * Public address of the same service when readers cannot reach `host`, such as `https://s3.example.org`: scheme, host
   * and optional port. Signatures cover the host, so no proxy may change it.
   */
  readonly publicUrl?: string | undefined;
}
