// What must not stand in the repository: paths of a developer's machine, download addresses in the lock file, private keys.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const rules: readonly { readonly what: string; readonly pattern: RegExp; readonly files?: RegExp }[] = [
  { what: 'a path of a machine', pattern: /(^|[\s"'`(=])\/(root|work|home\/[a-z]+)\// },
  { what: 'a download address in the lock file', pattern: /"resolved": "http/, files: /package-lock\.json$/ },
  // Those of the certificates that tests serve with are harmless: no browser and no server trusts them.
  {
    what: 'a private key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    files: /^(?!apps\/server\/test\/certificates\/)/,
  },
]

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')
const found: string[] = []
for (const file of files) {
  if (!existsSync(join(root, file)) || /\.(png|bin|h264|h265|g711a|g726|woff2?|pmtiles|ico|jpg|mp4)$/.test(file))
    continue
  if (file === 'scripts/foreign-words.ts') continue
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    for (const rule of rules) {
      if (rule.files && !rule.files.test(file)) continue
      if (rule.pattern.test(line)) found.push(`${file}:${index + 1}: ${rule.what}`)
    }
  }
}
for (const text of found) console.error(text)
console.log(`${files.length} files, ${found.length} findings`)
process.exit(found.length === 0 ? 0 : 1)
