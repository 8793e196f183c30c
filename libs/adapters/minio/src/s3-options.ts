/** Which bucket of which S3 service blobs are kept in, and whose key opens it. */
export interface S3Options {
  readonly host: string;
  /** Where it is not the scheme's own. */
  readonly port?: number | undefined;
  readonly tls: boolean;
  readonly region: string;
  readonly bucket: string;
  /** What the keys of all objects begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /**
   * Where readers find the same service when they cannot reach it at `host`, such as `https://s3.example.org`: scheme,
   * host and perhaps port, nothing behind them. A signature covers the host, so no proxy may change it on the way.
   */
  readonly publicUrl?: string | undefined;
}
