import { sendText } from '../../responses/send-text.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { ApiDocument } from '../../service/api-document.js';
import { docsPage } from '../../service/docs-page.js';

// Allows any host: the page may be open under another host name than that of the document's server URL.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src http: https:; frame-ancestors 'none'";

const hubAccess = { required: 'key', anonymous: 'optional', open: 'optional' } as const;

/** The OpenAPI document and the HTML page for it. */
export function documentHandlers({ addresses, settings, version, parts }: HttpServices): OperationHandlers {
  const { baseUrl, cdnUrl, basePath } = addresses;
  const described = { baseUrl, cdnUrl, version, hubAccess: hubAccess[settings.hubAuth] };
  const document = new ApiDocument({ addresses: described, parts });
  return {
    getOpenApi: async ({ response }) => {
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      sendText(response, { headers, text: await document.text() });
    },

    getDocs: async ({ response }) => {
      const headers = { 'Content-Security-Policy': policy };
      sendText(response, { headers, text: docsPage(basePath.path) });
    },
  };
}
