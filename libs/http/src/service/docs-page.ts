/** The path of Swagger UI's files. */
export const DOCS_ASSETS = '/docs/api/assets';
/** The path of what starts it. */
export const DOCS_SCRIPT = '/docs/api/start.js';

/** The HTML page with Swagger UI, below a path. */
export const docsPage = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}${DOCS_ASSETS}/swagger-ui.css">
<style>
body { margin: 0; }
@media (max-width: 480px) { .swagger-ui .try-out .btn { padding: 5px 12px; } }
</style>
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. The document itself is at <a href="${basePath}/openapi.json">${basePath}/openapi.json</a>.</noscript>
<script src="${basePath}${DOCS_ASSETS}/swagger-ui-bundle.js"></script>
<script src="${basePath}${DOCS_SCRIPT}"></script>
</body>
</html>
`;

/**
 * Starts Swagger UI. A key entered there is kept only for the tab. By default Swagger UI draws a padlock on every
 * operation that accepts a key; the plugin leaves only those that require one.
 */
export const docsScript = (
  basePath: string,
): string => `const padlocksWhereNeeded = (Summary, { React }) => (props) => {
  const operationProps = props.operationProps.update('security', (ways) =>
    ways && ways.some((way) => way.isEmpty()) ? ways.clear() : ways,
  );
  return React.createElement(Summary, { ...props, operationProps });
};
SwaggerUIBundle({
  url: '${basePath}/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  plugins: [{ wrapComponents: { OperationSummary: padlocksWhereNeeded } }],
});
`;
