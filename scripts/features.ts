// One noun, three places: fails when a feature lacks its contract page, its server half or its console half without its
// README saying so (`halves: console`; what other features of the console are built from is in `shared/`), when a half is not in the list of its app exactly once, when a feature is wired
// anywhere else, or when pages and titles of tests do not name the same numbered lines; writes
// docs/features.md from the READMEs (`--write`).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readClaimProblems } from './features-claims.ts'
import { consoleList, type FeatureList, serverList, wiringProblems } from './features-wiring.ts'

export interface Feature {
  readonly name: string
  readonly title: string
  readonly halves: readonly ('server' | 'console')[]
  readonly problems: readonly string[]
}

const root = join(import.meta.dirname, '..')
const homes = {
  contract: 'packages/contract/src/features',
  server: 'apps/server/src/features',
  console: 'apps/console/src/features',
} as const
/** Where the console half is instead when other features are built from it: it has no page of its own. */
const shared = 'apps/console/src/shared'

export function readFeatures(base: string = root): Feature[] {
  const names = new Set(Object.values(homes).flatMap((home) => folders(join(base, home))))
  return [...names].sort().map((name) => readFeature(base, name))
}

function readFeature(base: string, name: string): Feature {
  const page = join(base, homes.contract, name, 'README.md')
  if (!existsSync(page)) {
    return { name, title: name, halves: [], problems: [`${name}: ${homes.contract}/${name}/README.md is missing`] }
  }
  const text = readFileSync(page, 'utf8')
  const halves = readHalves(text)
  const problems: string[] = []
  for (const half of ['server', 'console'] as const) {
    const exists = existsSync(join(base, homeOf(base, half, name), name))
    if (halves.includes(half) && !exists)
      problems.push(`${name}: ${homes[half]}/${name} is missing; say "halves: …" in its README if it has none`)
    if (!halves.includes(half) && exists)
      problems.push(`${name}: ${homes[half]}/${name} exists, but its README says "halves: ${halves.join(', ')}"`)
  }
  for (const { half, list } of lists(base))
    if (halves.includes(half) && homeOf(base, half, name) === homes[half])
      problems.push(...wiringProblems(base, name, list))
  return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, halves, problems }
}

function homeOf(base: string, half: 'server' | 'console', name: string): string {
  const home = homes[half]
  return half === 'console' && !existsSync(join(base, home, name)) && existsSync(join(base, shared, name))
    ? shared
    : home
}

/** The lists of features of the tree; a tree without one is a sample of a test. */
function lists(base: string): readonly { readonly half: 'server' | 'console'; readonly list: FeatureList }[] {
  const all = [
    { half: 'server', list: serverList },
    { half: 'console', list: consoleList },
  ] as const
  return all.filter(({ list }) => existsSync(join(base, list.file)))
}

/** Where numbered lines are owned: the pages of the features, of the contract's other parts, of the shell and of vcp. */
function claimPages(base: string): string[] {
  const parts = folders(join(base, 'packages/contract/src')).map((part) => `packages/contract/src/${part}/README.md`)
  const features = folders(join(base, homes.contract)).map((name) => `${homes.contract}/${name}/README.md`)
  const others = ['apps/console/src/app/README.md', 'packages/vcp/README.md']
  return [...features, ...parts, ...others].filter((path) => existsSync(join(base, path)))
}

function readHalves(text: string): ('server' | 'console')[] {
  const said = /^halves:\s*(.+)$/m.exec(text)?.[1]
  if (said === undefined) return ['server', 'console']
  return said
    .split(',')
    .map((half) => half.trim())
    .filter((half) => half === 'server' || half === 'console')
}

function folders(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}

function page(features: readonly Feature[]): string {
  const row = (feature: Feature): string => {
    const half = (side: 'server' | 'console') =>
      feature.halves.includes(side) ? `[${side}](../${homeOf(root, side, feature.name)}/${feature.name})` : '–'
    return `| \`${feature.name}\` | [${feature.title}](../${homes.contract}/${feature.name}/README.md) | ${half('server')} | ${half('console')} |`
  }
  return `# Features\n\nWritten by \`npm run features -- --write\` from the pages of the features.\n\n| name | page | server | console |\n| --- | --- | --- | --- |\n${features.map(row).join('\n')}\n`
}

if (import.meta.main) {
  const features = readFeatures()
  const problems = features.flatMap((feature) => feature.problems).concat(readClaimProblems(root, claimPages(root)))
  const target = join(root, 'docs/features.md')
  const wanted = page(features)
  if (process.argv.includes('--write')) writeFileSync(target, wanted)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== wanted)
    problems.push('docs/features.md is out of step: npm run features -- --write')
  for (const problem of problems) console.error(problem)
  console.log(`${features.length} features, ${problems.length} problems`)
  process.exit(problems.length === 0 ? 0 : 1)
}
