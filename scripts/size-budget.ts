// The first load of the login page must stay small: what index.html names and preloads, compressed, in bytes. The budget
// is raised only in the change that needs it.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET_BYTES = 200 * 1024

const dist = join(import.meta.dirname, '..', 'apps/console/dist')
const page = join(dist, 'index.html')
if (!existsSync(page)) {
  console.error('The console is not built: npm run build')
  process.exit(1)
}
const scripts = [...readFileSync(page, 'utf8').matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(
  (match) => match[1] ?? '',
)
let total = 0
for (const script of new Set(scripts)) {
  const path = join(dist, script)
  if (!existsSync(path) || !statSync(path).isFile()) continue
  const bytes = gzipSync(readFileSync(path)).length
  total += bytes
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KiB  ${script}`)
}
console.log(
  `${(total / 1024).toFixed(1).padStart(8)} KiB  first load of the login page, budget ${BUDGET_BYTES / 1024} KiB`,
)
process.exit(total <= BUDGET_BYTES ? 0 : 1)
