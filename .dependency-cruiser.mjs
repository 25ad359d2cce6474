// Which folder may import which: `npm run check` refuses every other import, and imports of types count too.
// .dependency-cruiser-known-violations.json lists the wrong imports that the code still has; no new one is added to it.

/** The core from the bottom up: a part may import from itself and from the lines above its own. */
const CORE = `
  published|texts|errors
  identifiers
  runtime
  browser egress provider
  config traffic
  reviews/proof
  places
  reviews
  lookups|provider-access
  api|capability`;
/** Capabilities that need others: they may import the declaration of these and what they publish. */
const NEEDS = {
  mcp: ['watch'],
  notify: ['watch'],
  reports: ['evidence', 'jobs', 'watch'],
  watch: ['bulk', 'jobs'],
};
/** Files of a capability that those who need it may import, besides its published ones. */
const SHARED = '(?:endpoints|errors|examples)\\.ts$';
/** The record of the watch, which notify and reports extend: its tables, how rows are read and deleted, its views. */
const RECORD =
  '(?:authors|cover|delete-record|ledger|place-state|publish-watch|schema)\\.ts$|console/watch-(?:actions|frame|state)\\.tsx$';
const NAMES = 'bulk doctor evidence jobs mcp notify reports watch'.split(' ');

/** Parts that other parts may import, as they run in any process and in a browser. */
const PUBLISHED = '(?:published|values|texts|messages|event-texts|owner-data|job-client)\\.ts$';
const PROGRAMS =
  '^src/(?:main|cli/new-key|cli/main|console/main|app/watchdog-worker|capabilities/evidence/console/offline)\\.tsx?$';
const PURE = '^src/core/(?:identifiers|(?:provider|places|reviews)/(?:wire|extractors))/';
const COMMAND_LINE = '^src/(?:cli|kit/terminal|capabilities/[^/]+/cli)/';
const ANY = '^(?:src|test|fixtures|deploy)/';

/** One rule for each part of the core: what it may not import. */
function coreRules() {
  const lines = CORE.trim()
    .split(/\s*\n\s*/)
    .map((line) => line.split(' ').map((part) => `^src/core/(?:${part})(?:/|\\.ts$)`));
  return lines.flatMap((line, at) =>
    line.map((part) => ({
      name: `core-${part.slice(13).split(/[|)]/)[0]}`,
      comment: 'A part of the core imports only itself and what lies below it.',
      severity: 'error',
      // `reviews` contains `reviews/proof`, which lies lower.
      from: { path: part, pathNot: part.includes('(?:reviews)') ? ['^src/core/reviews/proof/'] : [] },
      to: { path: '^src/core/', pathNot: [part, ...lines.slice(0, at).flat()] },
    })),
  );
}

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
      name: 'a-home',
      comment: 'Every file belongs to the core, the kit, a shell or a capability.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(?:app|kit|console|cli)/',
          '^src/core/(?:published|texts|identifiers|runtime|browser|egress|provider|config|traffic|places|reviews|api)/',
          '^src/core/(?:capability|errors|lookups|provider-access)\\.ts$',
          `^src/capabilities/(?:${NAMES.join('|')})/`,
          '^src/(?:main|installed)\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'core',
      comment: 'The core knows nothing but itself.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: ANY, pathNot: '^src/core/' },
    },
    ...coreRules(),
    {
      name: 'kit',
      comment: 'The kit knows the core, and no capability and no shell.',
      severity: 'error',
      from: { path: '^src/kit/' },
      to: { path: ANY, pathNot: '^src/(?:kit|core)/' },
    },
    ...NAMES.map((name) => ({
      name: `capability-${name}`,
      comment: `${name} knows kit, core and ${NEEDS[name]?.join(', ') ?? 'no other capability'}.`,
      severity: 'error',
      from: { path: `^src/capabilities/${name}/` },
      to: {
        path: ANY,
        pathNot: [
          '^src/(?:kit|core)/',
          `^src/capabilities/${name}/`,
          ...(NEEDS[name] ?? []).flatMap((other) => [
            `^src/capabilities/${other}/${other}\\.ts$`,
            `^src/capabilities/${other}/settings\\.ts$`,
            `^src/capabilities/${other}/(?:${PUBLISHED}|${SHARED})`,
            ...(other === 'watch' && name !== 'mcp' ? [`^src/capabilities/watch/(?:${RECORD})`] : []),
          ]),
        ],
      },
    })),
    ...['console', 'cli'].map((shell) => ({
      name: `shell-${shell}`,
      comment: `${shell} knows kit and core; only its list of capabilities knows capabilities.`,
      severity: 'error',
      from: { path: `^src/${shell}/`, pathNot: '/installed\\.ts$' },
      // A command may call every endpoint of the list.
      to: { path: ANY, pathNot: [`^src/(?:kit|core|${shell})/`, '^src/installed\\.ts$'] },
    })),
    {
      name: 'app',
      comment: 'The process knows core, kit and the list of capabilities.',
      severity: 'error',
      from: { path: '^src/(?:app/|main\\.ts$)' },
      to: { path: ANY, pathNot: '^src/(?:app/|core/|kit/|installed\\.ts$)' },
    },
    {
      name: 'lazy-service',
      comment: 'The command line starts without the service.',
      severity: 'error',
      from: {
        path: COMMAND_LINE,
        pathNot:
          '/(?:verify-evidence|new-key|operations|mcp/cli/serve-mcp|machine-commands|init-command|doctor/cli/examine)\\.ts$',
      },
      to: {
        path: '^src/',
        pathNot: [
          COMMAND_LINE,
          '^src/core/(?:published|texts|identifiers)/',
          '^src/core/errors\\.ts$',
          '^src/kit/(?:lists|client|page)/',
          `^src/capabilities/[^/]+/${PUBLISHED}`,
        ],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'lazy-mcp',
      comment: 'Service and command line load the SDK of MCP when it is first used.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/capabilities/mcp/(?:tool-server|published|cli/serve-mcp)\\.ts$' },
      to: {
        path: '^src/capabilities/mcp/tool-server|/@modelcontextprotocol/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'shipped-packages',
      comment: 'The image has no packages for development; pages are bundled at the build.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/kit/ui/', '/console/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'runs-in-a-browser',
      comment: 'What the console uses needs no Node.js.',
      severity: 'error',
      from: {
        path: [
          '^src/core/(?:published|texts|identifiers)/',
          '^src/core/errors\\.ts$',
          '^src/kit/(?:ui|lists|client|page)/',
          '/console/',
          `^src/capabilities/[^/]+/${PUBLISHED}`,
        ],
        pathNot: '\\.mjs$',
      },
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
      to: { path: '^src/', pathNot: [PROGRAMS, '\\.m?js$', '\\.d\\.json\\.ts$'], reachable: false },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
