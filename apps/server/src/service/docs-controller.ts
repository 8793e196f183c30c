import { openApiDocument, type Json } from '@cairn/api-schema';
import { Controller, Get, Header, Inject, Redirect } from '@nestjs/common';
import { Addresses } from '../http/addresses.js';
import { HandlesOperation } from '../http/routing/handles-operation.js';
import { version } from '../version.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';
import { docsPage, docsScript } from './docs-page.js';

// The page may be open under another name of this host than the document's, so it may call any.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src http: https:; frame-ancestors 'none'";

const hubAccess = { required: 'key', anonymous: 'optional', open: 'optional' } as const;

/** The description of the API, for programs and for people. */
@Controller()
export class DocsController {
  private document: Json | undefined;

  constructor(
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(SERVER_SETTINGS) private readonly settings: ServerSettings,
  ) {}

  @Get('/')
  @Redirect('/docs')
  root(): void {}

  @HandlesOperation('getOpenApi')
  openApi(): Json {
    const { baseUrl, cdnUrl } = this.addresses;
    this.document ??= openApiDocument({
      ...{ baseUrl, cdnUrl, version },
      hubAccess: hubAccess[this.settings.hubAuth],
    });
    return this.document;
  }

  @HandlesOperation('getDocs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policy)
  page(): string {
    return docsPage;
  }

  @Get('/docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return docsScript;
  }
}
