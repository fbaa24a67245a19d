// Benches of the console measure what was built: an old build would be measured as if it were these sources.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** All that a build of the console is made from. */
const sources = [
  'apps/console/src',
  'apps/console/vite',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'packages',
]

/** Throws when there is no build of the console, or when one of its sources is newer. */
export function requireBuiltConsole(): void {
  const built = statSync(join(root, 'apps/console/dist/index.html'), { throwIfNoEntry: false })
  if (!built) throw new Error('the console is not built: npm run build')
  const newer = sources.flatMap(filesOf).find((file) => statSync(join(root, file)).mtimeMs > built.mtimeMs)
  if (newer) throw new Error(`${newer} is newer than the build of the console: npm run build`)
}

function filesOf(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

function isSource(path: string): boolean {
  return !path.includes('/node_modules/') && !/\.(test|fixtures)\.tsx?$|\.md$/.test(path)
}
