import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Writes `/service-worker.js` with a mark of the build in it: the browser then takes each build's own. */
export function serviceWorker(): Plugin {
  return {
    name: 'fleetglass-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      // The names of the files carry their content.
      const build = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 12)
      const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8').replace(
        '}BUILD`',
        `}${build}\``,
      )
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  }
}
