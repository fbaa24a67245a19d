import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const worthwhile = /\.(js|mjs|css|html|json|svg)$/

/** Lays a `.gz` beside every text file of the build, so that the server never compresses while it moves media. */
export function compressed(): Plugin {
  let outDir = ''
  return {
    name: 'fleetglass-compressed',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      // A build that failed wrote nothing, and its own error is the one to tell.
      if (!existsSync(outDir)) return
      for (const entry of readdirSync(outDir, { withFileTypes: true, recursive: true })) {
        if (!entry.isFile() || !worthwhile.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = readFileSync(path)
        if (bytes.length > 1024) writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
