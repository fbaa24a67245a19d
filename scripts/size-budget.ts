// The first load of the login page must stay small: the page's own script, the login's, and whatever they import, compressed,
// in bytes. The budget is raised only in the change that needs it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET_BYTES = 188 * 1024
const FIRST = ['index.html', 'src/features/session/login.page.tsx']

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

const dist = process.argv[2] ?? join(import.meta.dirname, '..', 'apps/console/dist')
const path = join(dist, 'asset-manifest.json')
if (!existsSync(path)) {
  console.error('The console is not built: npm run build')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
const names = new Set<string>()
for (const name of FIRST) collect(name)
let total = 0
for (const name of names) {
  const script = manifest[name]?.file ?? ''
  const bytes = gzipSync(readFileSync(join(dist, script))).length
  total += bytes
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${script}`)
}
console.log(
  `${(total / 1024).toFixed(1).padStart(8)} KiB  first load of the login page, budget ${BUDGET_BYTES / 1024} KiB`,
)
process.exit(total <= BUDGET_BYTES ? 0 : 1)

function collect(name: string): void {
  const part = manifest[name]
  if (part === undefined) throw new Error(`the build has no ${name}`)
  if (names.has(name)) return
  names.add(name)
  for (const imported of part.imports ?? []) collect(imported)
}
