// The direction of imports: `npm run check` reads it, test/unit/layers.spec.ts proves that it refuses what it should.
// Type-only imports count like any other.

/** Every layer of the server may use these. */
const FOUNDATION = ['identifiers', 'errors', 'service-messages', 'scope', 'logger', 'metrics'];

/** What each layer (a folder or a single file of src/) may import besides itself. */
const LAYERS = {
  main: ['start', 'signals'],
  start: ['app', 'config', 'browser', 'errors', 'logger', 'metrics', 'signals'],
  'new-key': ['http'],
  app: [
    ...[
      'config',
      'use-cases',
      'http',
      'services',
      'provider-access',
      'doctor-parts',
      'provider',
      'browser',
      'egress',
    ],
    ...['shared-state', 'jobs'],
    ...FOUNDATION,
  ],
  'use-cases': ['config', 'services', 'provider', 'browser', 'egress', 'shared-state', ...FOUNDATION],
  'provider-access': ['config', 'services', 'provider', 'browser', 'egress', ...FOUNDATION],
  'doctor-parts': ['config', 'provider-access', 'services'],
  // Of http, egress, shared-state and identifiers, only what checks settings.
  config: ['http', 'egress', 'shared-state', 'identifiers', 'errors', 'service-messages', 'logger'],
  // Tables of jobs are those that console and command line make.
  http: [
    'services',
    'provider',
    'shared-state',
    'jobs',
    'clients/core/export',
    'clients/core/doctor',
    // Own columns of uploads are found as console and command line find them.
    'clients/core/own-table',
    'lists',
    ...FOUNDATION,
  ],
  // Reads lists for uploads, console and command line.
  lists: [],
  'clients/core': ['lists', 'http/contract', 'errors', 'service-messages'],
  'clients/console': ['clients/core', 'http/contract'],
  // Tools that run on the operator's own machine with the modules of the service.
  operator: [
    ...['config', 'provider', 'browser', 'egress', 'services', 'shared-state', 'http/contract'],
    ...['provider-access', 'use-cases', 'doctor-parts', ...FOUNDATION],
  ],
  // The command line validates answers with the schemas of the service.
  // Tools for operators are loaded when their command is called.
  'clients/cli': ['clients/core', 'http/contract', 'identifiers', 'errors', 'operator'],
  'clients/docs': [],
  services: ['provider', 'browser', 'egress', 'shared-state', ...FOUNDATION],
  'shared-state': ['errors', 'scope', 'logger', 'metrics'],
  jobs: ['shared-state', 'errors', 'service-messages', 'scope', 'logger', 'metrics'],
  provider: FOUNDATION,
  browser: FOUNDATION,
  egress: FOUNDATION,
  identifiers: ['errors', 'service-messages'],
  scope: ['errors', 'logger'],
  signals: ['logger'],
  logger: ['loggable-error'],
  'loggable-error': ['errors'],
  metrics: [],
  errors: ['service-messages'],
  'service-messages': [],
};

/** Layers of which another may import types only, apart from the names in `place-fields`. */
const TYPES_ONLY = [
  ['http', 'provider'],
  ['clients/core', 'http'],
  ['clients/core', 'errors'],
  ['clients/console', 'http'],
];
const NAMES_FOR_ALL = '^src/http/contract/place-fields\\.ts$';

/** Matches the files of a layer. */
const filesOf = (layer) => `^src/${layer}(?:/|\\.tsx?$)`;
const PROGRAMS = '^src/(?:main|new-key|clients/cli/main|clients/console/main)\\.tsx?$';
const PURE = '^src/(?:identifiers|provider/wire|provider/extractors)/';

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
      comment: 'Every file belongs to a layer of LAYERS.',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(LAYERS).map(filesOf) },
      to: {},
    },
    ...Object.entries(LAYERS).map(([layer, allowed]) => ({
      name: `layer-${layer}`,
      comment: `${layer} may import: ${allowed.join(', ') || 'nothing'}.`,
      severity: 'error',
      from: { path: filesOf(layer) },
      to: { path: '^(?:src|test|fixtures|deploy)/', pathNot: [layer, ...allowed].map(filesOf) },
    })),
    ...TYPES_ONLY.map(([from, to]) => ({
      name: `types-only-${from}-${to}`,
      comment: `${from} may import types of ${to}, nothing that runs.`,
      severity: 'error',
      from: { path: filesOf(from) },
      to: { path: filesOf(to), pathNot: NAMES_FOR_ALL, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'shipped-packages',
      comment: 'The image has no packages for development; pages are bundled at the build.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/clients/(?:core|console|docs)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'runs-in-a-browser',
      comment: 'Lists, the core of the clients and the console need no Node.js.',
      severity: 'error',
      from: { path: '^src/(?:lists|clients/(?:core|console))/', pathNot: '\\.mjs$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure',
      comment: 'Identifiers, formats and extractors do no I/O: they use bytes and zod, no other package.',
      severity: 'error',
      from: { path: PURE },
      to: { pathNot: ['^src/', '/zod/', '^(?:node:)?buffer$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-dead-file',
      comment: 'Every file is reached from a program or from the build of a page.',
      severity: 'error',
      from: { path: PROGRAMS },
      // The build of the console puts zip-in-page in the place of a package.
      to: { path: '^src/', pathNot: [PROGRAMS, '\\.m?js$', '/zip-in-page\\.ts$'], reachable: false },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
