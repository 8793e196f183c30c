/** Where the files of Swagger UI are served. */
export const DOCS_ASSETS = '/docs/assets';

/** The page that shows the API document and lets people try it. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS_ASSETS}/swagger-ui.css">
<style>
body { margin: 0; }
@media (max-width: 480px) { .swagger-ui .try-out .btn { padding: 5px 12px; } }
</style>
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="${DOCS_ASSETS}/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Starts Swagger UI on that page; a key that is typed in is kept for the tab only. Swagger UI draws a padlock wherever a
 * key is taken; here it stands only where one is needed.
 */
export const docsScript = `const padlocksWhereNeeded = (Summary, { React }) => (props) => {
  const operationProps = props.operationProps.update('security', (ways) =>
    ways && ways.some((way) => way.isEmpty()) ? ways.clear() : ways,
  );
  return React.createElement(Summary, { ...props, operationProps });
};
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  plugins: [{ wrapComponents: { OperationSummary: padlocksWhereNeeded } }],
});
`;
