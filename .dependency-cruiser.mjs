// The direction of imports: `npm run check` reads it, test/unit/layers.spec.ts proves that it refuses what it should.
// Type-only imports count like any other.

/** The service from the bottom up: a folder may import from itself and from the lines above its own. */
const SERVICE = `
  contract
  identifiers
  lists runtime mcp
  kit
  browser egress shared-state provider
  config traffic jobs
  controls
  places
  reviews
  doctor evidence
  watch
  http
  app
  operator main`;
/** The clients, likewise. They never import the service. */
const CLIENTS = `
  contract
  identifiers
  lists mcp
  clients
  console cli`;
/** The command line loads the operator's tools when one of their commands is called, so this import is `import()`. */
const LAZY = { from: 'cli', to: 'operator' };

/** Layer → the layers it may import. */
const MAY_IMPORT = Object.fromEntries([CLIENTS, SERVICE].flatMap(allowedIn));

/** @param {string} layers One of the lists above. */
function allowedIn(layers) {
  const lines = layers
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => line.split(' '));
  return lines.flatMap((line, at) => line.map((layer) => [layer, lines.slice(0, at).flat()]));
}

/** Matches the files of a layer. */
const filesOf = (layer) => `^src/${layer}(?:/|\\.tsx?$)`;
const PROGRAMS = '^src/(?:main|operator/new-key|cli/main|console/main|runtime/watchdog-worker)\\.tsx?$';
const PURE = '^src/(?:identifiers|(?:provider|places|reviews)/(?:wire|extractors))/';

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other cannot be understood one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'a-layer-of-its-own',
      comment: 'Every file belongs to a layer.',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(MAY_IMPORT).map(filesOf) },
      to: {},
    },
    ...Object.entries(MAY_IMPORT).map(([layer, allowed]) => ({
      name: `layer-${layer}`,
      comment: `${layer} may import: ${allowed.join(', ') || 'nothing'}.`,
      severity: 'error',
      from: { path: filesOf(layer) },
      to: {
        path: '^(?:src|test|fixtures|deploy)/',
        pathNot: [layer, ...allowed, ...(layer === LAZY.from ? [LAZY.to] : [])].map(filesOf),
      },
    })),
    {
      name: 'lazy-operator',
      comment: "The command line starts without the operator's tools and the service.",
      severity: 'error',
      from: { path: filesOf(LAZY.from) },
      to: { path: filesOf(LAZY.to), dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'lazy-mcp',
      comment: 'Service and command line load the SDK of MCP when it is first used.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(?:mcp/|cli/mcp\\.ts$)' },
      to: { path: '^src/mcp/|/@modelcontextprotocol/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'shipped-packages',
      comment: 'The image has no packages for development; pages are bundled at the build.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/console/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'runs-in-a-browser',
      comment: 'What the console uses needs no Node.js.',
      severity: 'error',
      from: { path: '^src/(?:contract|identifiers|lists|clients|console)/', pathNot: '\\.mjs$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure',
      comment:
        'Identifiers, formats and extractors do no I/O: they use bytes, zod and fflate, no other package.',
      severity: 'error',
      from: { path: PURE },
      to: {
        pathNot: ['^src/', '/zod/', '/fflate/', '^(?:node:)?buffer$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-dead-file',
      comment: 'Every file is reached from a program or from the build of a page.',
      severity: 'error',
      from: { path: PROGRAMS },
      to: { path: '^src/', pathNot: [PROGRAMS, '\\.m?js$'], reachable: false },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
