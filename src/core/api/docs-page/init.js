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

const ui = window.SwaggerUIBundle({
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

/** An element with properties and content. */
const element = (name, properties, ...content) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
};

/** A link to an operation that Swagger UI shows below. */
function linkTo(tag, method, path, { operationId, summary }) {
  const link = element('a', { href: `#/${tag}/${operationId}`, title: summary });
  link.append(element('code', {}, method.toUpperCase()), ` ${path}`);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    // Swagger UI also writes the address.
    ui.layoutActions.show(['operations-tag', tag], true);
    ui.layoutActions.show(['operations', tag, operationId], true);
    document.getElementById(`operations-${tag}-${operationId}`)?.scrollIntoView();
  });
  return link;
}

/** Writes the list of operations, and the recipes that the tags of the document have. */
async function showContents() {
  const { tags, paths } = await (await fetch('/api/openapi.json')).json();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  for (const { name, 'x-recipes': recipes = [] } of tags) {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    const links = own.map(({ path, method, operation }) => linkTo(name, method, path, operation));
    document.getElementById('contents').append(element('h3', {}, name), ...links);
    for (const { title, text, command } of recipes)
      document
        .getElementById('recipes')
        .append(element('h3', {}, title), element('p', {}, text), element('pre', {}, command));
  }
  for (const shell of document.querySelectorAll('main > section pre'))
    shell.textContent = shell.textContent.replaceAll('http://127.0.0.1:3000', location.origin);
}
void showContents();
