import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestServer } from '../../../test/harness.ts'

it('a folder that somebody put among firmware files and face photos is named in the log and left alone, and the server starts', async () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-folders-'))
  const lines: string[] = []
  for (const folder of ['firmware', 'faces']) {
    mkdirSync(join(data, folder, 'old', 'deep'), { recursive: true })
    writeFileSync(join(data, folder, 'half.part'), 'x')
  }
  const server = await startTestServer({ data, logLine: (line) => lines.push(line) })
  try {
    for (const folder of ['firmware', 'faces']) {
      expect(readdirSync(join(data, folder))).toEqual(['old'])
      expect(existsSync(join(data, folder, 'old', 'deep'))).toBe(true)
      const path = JSON.stringify(join(data, folder, 'old'))
      expect(lines.filter((line) => line.includes(path) && line.includes('is left alone'))).toHaveLength(1)
    }
  } finally {
    await server.close()
    rmSync(data, { recursive: true })
  }
})
