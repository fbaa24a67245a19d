// Who may import whom. The tree and its reasons: CONTRIBUTING.md and docs/adr/0002-four-layers.md.
const tests = '[.](test|fixtures)[.]tsx?$|/test/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one, or that a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'bytes-geo-and-texts-import-nothing',
      severity: 'error',
      from: { path: '^packages/(bytes|geo|texts)/', pathNot: tests },
      to: { pathNot: '^packages/$1/' },
    },
    {
      name: 'codecs-import-bytes-only',
      severity: 'error',
      from: { path: '^packages/(jt808|jt1078|vcp|media)/', pathNot: tests },
      to: { path: '^(packages|apps)/', pathNot: ['^packages/bytes/', '^packages/$1/'] },
    },
    {
      name: 'codecs-need-no-library',
      severity: 'error',
      from: { path: '^packages/(bytes|geo|jt808|jt1078|vcp|media)/', pathNot: tests },
      to: { path: 'node_modules/' },
    },
    {
      name: 'evidence-is-verified-without-the-product',
      comment:
        'A court verifies a package years later: the format depends on its two libraries and on nothing of ours but bytes.',
      severity: 'error',
      from: { path: '^packages/evidence/', pathNot: tests },
      to: { path: '^(packages|apps)/', pathNot: '^packages/(evidence|bytes)/' },
    },
    {
      name: 'contract-needs-the-schema-library-only',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'contract-imports-texts-vcp-and-geo-only',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: { path: '^(packages|apps)/', pathNot: '^packages/(contract|texts|vcp|geo|bytes)/' },
    },
    {
      name: 'languages-for-the-server-alone',
      comment: 'The console bundles English; it fetches the other languages from the server.',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: tests },
      to: { path: '^packages/texts/src/languages/' },
    },
    {
      name: 'page-texts-come-later',
      comment: 'The login page is to be small: the texts of the pages are fetched with the shell.',
      severity: 'error',
      from: { path: '^apps/console/src/', pathNot: tests },
      to: { path: '^packages/texts/src/of-pages/', dynamic: false },
    },
    {
      name: 'packages-are-pure',
      comment: 'A codec or rule serves the gateway, the simulator and the browser: no Node modules.',
      severity: 'error',
      from: { path: '^packages/(?!testkit)', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: [tests, '^packages/testkit/'] },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'packages-do-not-know-apps',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '^apps/' },
    },
    {
      name: 'app-not-to-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: tests },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'package-by-its-front-door',
      severity: 'error',
      from: { path: '^(apps|bench|e2e|scripts|tools)/' },
      to: { path: '^packages/[^/]+/src/', pathNot: ['/index[.]ts$'] },
    },
    {
      name: 'simulator-has-never-heard-of-the-console',
      severity: 'error',
      from: { path: '^apps/simulator/' },
      to: { path: '^packages/(contract|texts|vcp)/' },
    },
    {
      name: 'platform-knows-no-engine',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/platform/', pathNot: tests },
      to: { path: '^apps/$1/src/(engines|shared|features|services|ingest|ports|app)(/|[.])' },
    },
    {
      name: 'ui-knows-platform-only',
      severity: 'error',
      from: { path: '^apps/console/src/ui/', pathNot: tests },
      to: { path: ['^apps/console/src/(engines|shared|features|app)/', '^packages/contract/'] },
    },
    {
      name: 'engines-not-to-features',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/engines/', pathNot: tests },
      to: { path: '^apps/$1/src/(shared|features|app)(/|[.])' },
    },
    {
      name: 'shared-not-to-features',
      comment: 'What several features of the console are built from knows none of them.',
      severity: 'error',
      from: { path: '^apps/console/src/shared/', pathNot: tests },
      to: { path: '^apps/console/src/(features|app)(/|[.])' },
    },
    {
      name: 'ingest-for-app-alone',
      comment: 'State that lives where the socket of a device is: everything else reaches it through a port.',
      severity: 'error',
      from: { path: '^apps/server/src/(features|services|ports|platform)/', pathNot: tests },
      to: { path: '^apps/server/src/ingest/' },
    },
    {
      name: 'services-not-to-features',
      severity: 'error',
      from: { path: '^apps/server/src/(services|ingest)/', pathNot: tests },
      to: { path: '^apps/server/src/(features|app)(/|[.])' },
    },
    {
      name: 'ports-import-types-of-services-alone',
      comment: 'A port says how the two sides talk. What it names of a service is a type; it runs nothing.',
      severity: 'error',
      from: { path: '^apps/server/src/ports/', pathNot: tests },
      to: {
        path: '^apps/server/src/(features|services|ingest|app)(/|[.])',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-not-to-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/features/', pathNot: tests },
      to: { path: '^apps/$1/src/app(/|[.])' },
    },
    {
      name: 'server-features-apart',
      comment: 'What two features of the server need is a service, or a rule of the contract.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^apps/server/src/features/[^/]+/', pathNot: '^apps/server/src/features/$1/' },
    },
    {
      name: 'console-features-apart',
      comment:
        'What two features of the console need is shared; what one adds to the page of another is data in its module.',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^apps/console/src/features/[^/]+/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'neighbour-by-its-front-door',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/(features|shared|engines|services|ingest|ports)/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/$1/src/(features|shared|engines|services|ingest|ports)/[^/]+/',
        pathNot: ['^apps/$1/src/$2/$3/', '/(features|shared|engines|services|ingest|ports)/[^/]+/index[.]tsx?$'],
      },
    },
    {
      name: 'composition-by-front-doors',
      comment:
        'The composition root names every part, and enters each by its index. The console enters a feature by its module, so that ' +
        'the login page loads none of them.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/(app|main)', pathNot: tests },
      to: {
        path: '^apps/$1/src/(features|shared|engines|services|ingest|ports|platform)/[^/]+/',
        pathNot: [
          '/(features|shared|engines|services|ingest|ports|platform)/[^/]+/index[.]tsx?$',
          '^apps/console/src/features/([^/]+)/[^/]+[.]module[.]ts$',
        ],
      },
    },
    {
      name: 'platform-by-its-front-door',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/(features|shared|engines|services|ingest|ports|ui)/', pathNot: tests },
      to: { path: '^apps/$1/src/platform/[^/]+/', pathNot: '/platform/[^/]+/index[.]tsx?$' },
    },
    {
      name: 'tools-enter-apps-by-their-front-door',
      severity: 'error',
      from: { path: '^(bench|e2e|scripts|tools)/' },
      to: { path: '^apps/[^/]+/src/', pathNot: '^apps/[^/]+/src/index[.]ts$' },
    },
    {
      name: 'bench-e2e-scripts-apart',
      comment: 'What they share (a site with server, simulator and operator) is in tools/site.',
      severity: 'error',
      from: { path: '^(bench|e2e|scripts)/' },
      to: { path: '^(bench|e2e|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'tools-below-their-users',
      severity: 'error',
      from: { path: '^(tools|apps|packages)/' },
      to: { path: '^(bench|e2e|scripts)/' },
    },
    {
      name: 'example-keeps-its-halves-apart',
      comment: 'The example feature of CONTRIBUTING.md follows the rules of the folders it stands for.',
      severity: 'error',
      from: { path: '^docs/example-feature/(contract|server|console)/', pathNot: tests },
      to: {
        path: '^(apps|docs/example-feature)/',
        pathNot: [
          '^docs/example-feature/($1|contract)/',
          '^apps/$1/src/features/define-[^/]+[.]ts$',
          '^apps/$1/src/(services|ports|platform|shared|engines)/[^/]+/index[.]ts$',
          '^apps/console/src/ui/index[.]ts$',
        ],
      },
    },
    {
      name: 'no-import-of-the-own-index',
      severity: 'error',
      from: {
        path: '^apps/([^/]+)/src/(features|shared|engines|services|ingest|ports)/([^/]+)/',
        pathNot: [tests, '/index[.]tsx?$'],
      },
      to: { path: '^apps/$1/src/$2/$3/index[.]tsx?$' },
    },
    {
      name: 'sql-in-stores-only',
      severity: 'error',
      from: {
        path: '^apps/server/',
        pathNot: ['[.]store[.]ts$', '^apps/server/src/platform/database/', '^apps/server/migrations/', tests],
      },
      to: { path: 'node_modules/(kysely|better-sqlite3|pg)/' },
    },
    {
      name: 'drivers-in-the-database-platform-only',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: ['^apps/server/src/platform/database/', tests] },
      to: { path: 'node_modules/(better-sqlite3|pg)/' },
    },
    {
      name: 's3-in-the-media-store-only',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: ['^apps/server/src/platform/media-store/', tests] },
      to: { path: 'node_modules/@aws-sdk/' },
    },
    {
      name: 'fastify-in-routes-only',
      severity: 'error',
      from: {
        path: '^apps/server/',
        pathNot: [
          '[.]routes[.]ts$',
          '^apps/server/src/platform/(http|access-policy)/',
          '^apps/server/src/app[.]ts$',
          tests,
        ],
      },
      to: { path: 'node_modules/@?fastify' },
    },
    {
      name: 'raw-sockets-in-gateway-and-platform',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/ingest/(gateway|relays)/', '^apps/server/src/platform/', tests],
      },
      to: { path: ['^(node:)?(net|dgram|tls|http|https)$', 'node_modules/ws/'] },
    },
    {
      name: 'map-library-in-the-map-engine',
      severity: 'error',
      from: { path: '^apps/console/', pathNot: ['^apps/console/src/engines/map/', tests] },
      to: { path: 'node_modules/maplibre-gl/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^apps/[^/]+/(dist|clips)/', '^bench/results/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
