import { Controller, Get, Header, Inject, Redirect } from '@nestjs/common';
import { Addresses, docsScript } from '@cairn/http';

/** What the page of the API document consists of, besides the page itself. */
@Controller()
export class DocsController {
  constructor(@Inject(Addresses) private readonly addresses: Addresses) {}

  @Get('/')
  @Redirect()
  root(): { readonly url: string } {
    return { url: `${this.addresses.basePath.path}/docs` };
  }

  @Get('/docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return docsScript(this.addresses.basePath.path);
  }
}
