// Shows /api/openapi.json with Swagger UI. A key given under "Authorize" is kept until the page is closed.
const isDark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
followScheme();
isDark.addEventListener('change', followScheme);

// Swagger UI parses every media type with "json" in its name as one document. NDJSON has one document per line, so it
// is shown as text.
const showLinesAsText = ({ React }) => ({
  wrapComponents: {
    responseBody: (Original) => (props) =>
      React.createElement(Original, {
        ...props,
        contentType: /ndjson/.test(props.contentType) ? 'text/lines' : props.contentType,
      }),
  },
});

// Sends the selected media type as Accept. Until the user changes the selection, Swagger UI would send */*.
const sendShownType = () => ({
  statePlugins: {
    oas3: {
      wrapSelectors: {
        responseContentType: (original, system) => (_state, path, method) =>
          original(path, method) || shownType(system.specSelectors.specJson(), path, method),
      },
    },
  },
});

/** The media type that is selected at first: JSON, or else the first type of the success. */
function shownType(spec, path, method) {
  const types = spec
    .getIn(['paths', path, method, 'responses'])
    ?.find((_, status) => status.startsWith('2'))
    ?.get('content')
    ?.keySeq();
  return types?.includes('application/json') ? 'application/json' : types?.first();
}

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [showLinesAsText, sendShownType],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
