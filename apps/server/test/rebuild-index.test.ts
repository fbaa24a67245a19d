import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'

const main = join(import.meta.dirname, '../src/main.ts')
let data: string

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-rebuild-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

it('serve --rebuild-index goes through the folder before it listens and says what it found', async () => {
  const folder = join(data, 'media/nobody/20260901/1')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '1000.mp4'), 'x')
  const ports = ['http', 'main', 'streams', 'signalling', 'media'].flatMap((name) => [`--${name}`, '0'])
  const child = spawn(process.execPath, [main, 'serve', '--data', data, ...ports, '--rebuild-index'], {
    env: { PATH: process.env.PATH },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await until('it listens', () => said.includes('"msg":"ready"'), 30_000)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  const found = said.indexOf('made again: 0 files; 0 torn ones were repaired, 1 are of devices nobody has added')
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(said.indexOf('"msg":"ready"'))
  expect(execFileSync(process.execPath, [main, 'serve', '--help']).toString()).toContain('--rebuild-index')
}, 60_000)
