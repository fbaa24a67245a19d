// The import rules decay silently when a pattern stops matching, so one violation of each is planted in a small tree of its
// own and must be reported.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Rule, the file that breaks it, and what it imports; the imported file exists as well. */
const planted: readonly (readonly [rule: string, from: string, specifier: string, target?: string])[] = [
  ['no-cycles', 'packages/geo/src/one.ts', './two.ts', 'packages/geo/src/two.ts'],
  ['bytes-geo-and-texts-import-nothing', 'packages/bytes/src/a.ts', '../../geo/src/x.ts', 'packages/geo/src/x.ts'],
  ['codecs-import-bytes-only', 'packages/jt808/src/a.ts', '../../jt1078/src/x.ts', 'packages/jt1078/src/x.ts'],
  ['codecs-need-no-library', 'packages/vcp/src/a.ts', 'zod'],
  ['contract-needs-the-schema-library-only', 'packages/contract/src/a.ts', 'react'],
  [
    'contract-imports-texts-vcp-and-geo-only',
    'packages/contract/src/b.ts',
    '../../media/src/x.ts',
    'packages/media/src/x.ts',
  ],
  [
    'languages-for-the-server-alone',
    'apps/console/src/features/m/m.ts',
    '../../../../../packages/texts/src/languages/index.ts',
    'packages/texts/src/languages/index.ts',
  ],
  [
    'page-texts-come-later',
    'apps/console/src/features/o/o.ts',
    '../../../../../packages/texts/src/of-pages/index.ts',
    'packages/texts/src/of-pages/index.ts',
  ],
  ['packages-are-pure', 'packages/media/src/a.ts', 'node:fs'],
  [
    'testkit-is-for-tests',
    'apps/server/src/features/a/a.ts',
    '../../../../../packages/testkit/src/x.ts',
    'packages/testkit/src/x.ts',
  ],
  ['packages-do-not-know-apps', 'packages/media/src/b.ts', '../../../apps/server/src/x.ts', 'apps/server/src/x.ts'],
  ['server-features-apart', 'apps/server/src/features/a/b.ts', '../c/index.ts', 'apps/server/src/features/c/index.ts'],
  [
    'console-features-apart',
    'apps/console/src/features/n/n.ts',
    '../b/index.ts',
    'apps/console/src/features/b/index.ts',
  ],
  ['app-not-to-app', 'apps/console/src/a.ts', '../../server/src/x.ts', 'apps/server/src/x.ts'],
  ['package-by-its-front-door', 'apps/server/src/b.ts', '../../../packages/media/src/x.ts', 'packages/media/src/x.ts'],
  [
    'simulator-has-never-heard-of-the-console',
    'apps/simulator/src/a.ts',
    '../../../packages/contract/src/index.ts',
    'packages/contract/src/index.ts',
  ],
  [
    'platform-knows-no-engine',
    'apps/server/src/platform/a/a.ts',
    '../../services/b/index.ts',
    'apps/server/src/services/b/index.ts',
  ],
  [
    'ui-knows-platform-only',
    'apps/console/src/ui/a.ts',
    '../engines/b/index.ts',
    'apps/console/src/engines/b/index.ts',
  ],
  [
    'engines-not-to-features',
    'apps/console/src/engines/c/c.ts',
    '../../features/b/index.ts',
    'apps/console/src/features/b/index.ts',
  ],
  [
    'engines-not-to-features',
    'apps/console/src/engines/d/d.ts',
    '../../shared/b/index.ts',
    'apps/console/src/shared/b/index.ts',
  ],
  [
    'shared-not-to-features',
    'apps/console/src/shared/c/c.ts',
    '../../features/b/index.ts',
    'apps/console/src/features/b/index.ts',
  ],
  [
    'services-not-to-features',
    'apps/server/src/services/c/c.ts',
    '../../features/b/index.ts',
    'apps/server/src/features/b/index.ts',
  ],
  [
    'ingest-for-app-alone',
    'apps/server/src/features/l/l.ts',
    '../../ingest/b/index.ts',
    'apps/server/src/ingest/b/index.ts',
  ],
  [
    'ingest-for-app-alone',
    'apps/server/src/services/l/l.ts',
    '../../ingest/b/index.ts',
    'apps/server/src/ingest/b/index.ts',
  ],
  [
    'ports-import-types-of-services-alone',
    'apps/server/src/ports/a/a.ts',
    '../../services/b/index.ts',
    'apps/server/src/services/b/index.ts',
  ],
  ['features-not-to-app', 'apps/server/src/features/c/c.ts', '../../app.ts', 'apps/server/src/app.ts'],
  [
    'neighbour-by-its-front-door',
    'apps/server/src/features/d/d.ts',
    '../b/inside.ts',
    'apps/server/src/features/b/inside.ts',
  ],
  [
    'composition-by-front-doors',
    'apps/server/src/app.ts',
    './features/b/inside.ts',
    'apps/server/src/features/b/inside.ts',
  ],
  [
    'platform-by-its-front-door',
    'apps/server/src/features/e/e.ts',
    '../../platform/a/inside.ts',
    'apps/server/src/platform/a/inside.ts',
  ],
  ['tools-enter-apps-by-their-front-door', 'bench/a.ts', '../apps/server/src/x.ts', 'apps/server/src/x.ts'],
  ['bench-e2e-scripts-apart', 'bench/b.ts', '../e2e/x.ts', 'e2e/x.ts'],
  ['tools-below-their-users', 'tools/site/a.ts', '../../e2e/x.ts', 'e2e/x.ts'],
  ['tools-enter-apps-by-their-front-door', 'tools/site/b.ts', '../../apps/server/src/x.ts', 'apps/server/src/x.ts'],
  [
    'example-keeps-its-halves-apart',
    'docs/example-feature/contract/a.ts',
    '../server/b.ts',
    'docs/example-feature/server/b.ts',
  ],
  [
    'example-keeps-its-halves-apart',
    'docs/example-feature/console/a.ts',
    '../../../apps/server/src/services/a/index.ts',
    'apps/server/src/services/a/index.ts',
  ],
  [
    'no-import-of-the-own-index',
    'apps/server/src/features/f/f.ts',
    './index.ts',
    'apps/server/src/features/f/index.ts',
  ],
  ['sql-in-stores-only', 'apps/server/src/features/g/g.service.ts', 'kysely'],
  ['drivers-in-the-database-platform-only', 'apps/server/src/features/h/h.store.ts', 'pg'],
  ['s3-in-the-media-store-only', 'apps/server/src/services/h/h.ts', '@aws-sdk/client-s3'],
  ['fastify-in-routes-only', 'apps/server/src/features/i/i.service.ts', 'fastify'],
  ['raw-sockets-in-gateway-and-platform', 'apps/server/src/features/j/j.ts', 'node:net'],
  ['raw-sockets-in-gateway-and-platform', 'apps/server/src/features/k/k.ts', 'ws'],
  ['map-library-in-the-map-engine', 'apps/console/src/features/a/a.ts', 'maplibre-gl'],
]

describe('import rules', () => {
  let tree: string
  let reported: readonly { readonly rule: string; readonly from: string }[]

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'fleetglass-rules-'))
    for (const file of ['.dependency-cruiser.mjs', 'tsconfig.base.json']) cpSync(join(root, file), join(tree, file))
    writeFileSync(join(tree, 'package.json'), JSON.stringify({ name: 'planted', type: 'module' }))
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    for (const [, , , target] of planted) if (target !== undefined) write(target, 'export const x = 1\n')
    for (const [, from, specifier] of planted) write(from, `import { x } from '${specifier}'\nexport const y = x\n`)
    write('packages/geo/src/two.ts', "import { y } from './one.ts'\nexport const x = y\n")
    reported = violations(tree)
  })

  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  it.each(planted)('%s is reported for %s', (rule, from) => {
    expect(reported).toContainEqual({ rule, from })
  })

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
})

function violations(tree: string): { rule: string; from: string }[] {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [
    tool,
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'apps',
    'packages',
    'docs',
    'bench',
    'tools',
  ]
  const output = run(args, tree)
  const { summary } = JSON.parse(output) as { summary: { violations: { rule: { name: string }; from: string }[] } }
  return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }))
}

/** The tool ends with the number of violations as its exit code; its output is what counts. */
function run(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (stdout === undefined || stdout === '') throw error
    return stdout
  }
}
