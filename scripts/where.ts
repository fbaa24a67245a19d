// npm run where -- live: the places of a feature, its tests and the requirement lines their titles name.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const name = process.argv[2]
if (name === undefined) {
  console.error('Usage: npm run where -- FEATURE')
  process.exit(2)
}
const homes = [
  'packages/contract/src/features',
  'packages/texts/src',
  'apps/server/src/features',
  'apps/console/src/features',
  'apps/console/src/shared',
  'e2e',
]
const files = homes.flatMap((home) => filesBelow(join(root, home))).filter((file) => belongs(file))
if (files.length === 0) {
  console.error(`no feature is called ${name}; docs/features.md lists them`)
  process.exit(1)
}
for (const file of files) {
  const ids = /[.](test|spec)[.]tsx?$/.test(file)
    ? [...new Set(readFileSync(file, 'utf8').match(/\b[A-Z][A-Z0-9]*-\d{2,3}\b/g) ?? [])]
    : []
  console.log(`${relative(root, file)}${ids.length > 0 ? `  ${ids.join(' ')}` : ''}`)
}

function belongs(file: string): boolean {
  const path = relative(root, file)
  return (
    new RegExp(`/(features|texts/src|shared)/${name}/`).test(path) ||
    (path.startsWith('e2e/') && basename(path).startsWith(`${name}.`))
  )
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
