import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createLogExports } from './index.ts'

it('refuses a log that is too large for an archive, and leaves no file', async () => {
  const path = mkdtempSync(join(tmpdir(), 'fleetglass-log-export-'))
  try {
    const options = { clock: createManualClock(), dataFolder: { path }, name: 'some.7z', maxBytes: 64 }
    const exports = await createLogExports(options)
    const pages = (async function* () {
      yield ['one row that is', 'longer than that', Math.random().toString(36).repeat(20)]
    })()
    const columns = [{ label: 'Text', value: (row: string) => row }]
    const written = exports.write({ accountId: 1, password: 'x', columns, pages })
    await expect(written).rejects.toMatchObject({ code: 'log-export-too-large' })
    expect(readdirSync(join(path, 'log-exports/some'))).toEqual([])
  } finally {
    rmSync(path, { recursive: true })
  }
})
