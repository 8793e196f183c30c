import { Controller, Get, Header, Inject, Redirect } from '@nestjs/common';
import { Addresses } from '../http/addresses.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { version } from '../version.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';
import { ApiDocument } from './api-document.js';
import { docsPage, docsScript } from './docs-page.js';

// Allows any host: the page may be open under another host name than that of the document's server URL.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src http: https:; frame-ancestors 'none'";

const hubAccess = { required: 'key', anonymous: 'optional', open: 'optional' } as const;

/** The OpenAPI document and the HTML page for it. */
@Controller()
export class DocsController {
  private readonly document: ApiDocument;

  constructor(
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(SERVER_SETTINGS) { hubAuth }: ServerSettings,
  ) {
    const { baseUrl, cdnUrl } = addresses;
    this.document = new ApiDocument({ baseUrl, cdnUrl, version, hubAccess: hubAccess[hubAuth] });
  }

  @Get('/')
  @Redirect()
  root(): { readonly url: string } {
    return { url: `${this.addresses.basePath.path}/docs` };
  }

  @HandlesOperation('getOpenApi')
  @Header('Content-Type', 'application/json; charset=utf-8')
  async openApi(): Promise<string> {
    return await this.document.text();
  }

  @HandlesOperation('getDocs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policy)
  page(): string {
    return docsPage(this.addresses.basePath.path);
  }

  @Get('/docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return docsScript(this.addresses.basePath.path);
  }
}
