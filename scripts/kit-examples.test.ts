// The two examples in the README of the console's kit are compiled and tested files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const kit = join(import.meta.dirname, '../apps/console/src/ui')

it.each(['visits.page.tsx', 'relay-form.tsx'])('the README of the kit shows %s as it is', (name) => {
  const example = readFileSync(join(kit, 'test', name), 'utf8')
  expect(readFileSync(join(kit, 'README.md'), 'utf8')).toContain(example.trim())
})
