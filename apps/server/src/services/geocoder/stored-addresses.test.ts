import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import { MAX_STORED_ADDRESSES, openStoredAddresses } from './stored-addresses.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetglass-kept-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const lines: string[] = []
const log = createLog('info', { write: (line: string) => lines.push(line) })

describe('addresses on disk', () => {
  it('the newest of a key counts; torn and foreign lines do not, and what stands behind them does', async () => {
    const file = join(folder, 'torn.jsonl')
    writeFileSync(file, '["a","old"]\n["b","B"]\n{"a":1}\n["a",5]\n["c"]\nnull\n["a","new"]\n["d","torn')
    const cached = await openStoredAddresses(file, log)
    expect(['a', 'b', 'c', 'd'].map((key) => cached.get(key))).toEqual(['new', 'B', undefined, undefined])
    cached.set('e', 'line\n"two"')
    await cached.close()
    appendFileSync(file, `["${'x'.repeat(2000)}","long"]\n`)
    const again = await openStoredAddresses(file, log)
    expect([again.get('a'), again.get('e')]).toEqual(['new', 'line\n"two"'])
    expect(again.get('x'.repeat(2000))).toBeUndefined()
    await again.close()
  })

  it('the one asked for longest ago is forgotten first, and the file does not grow without end', async () => {
    const file = join(folder, 'full.jsonl')
    writeFileSync(file, Array.from({ length: 2 * MAX_STORED_ADDRESSES }, (_, n) => `["${n}","${n}"]\n`).join(''))
    const before = statSync(file).size
    const cached = await openStoredAddresses(file, log)
    expect(cached.get('0')).toBeUndefined()
    const oldest = String(MAX_STORED_ADDRESSES)
    expect(cached.get(oldest)).toBe(oldest)
    cached.set('one more', 'name')
    expect([cached.get(oldest), cached.get(String(MAX_STORED_ADDRESSES + 1))]).toEqual([oldest, undefined])
    await cached.close()
    expect(statSync(file).size).toBeLessThan(before * 0.6)
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(MAX_STORED_ADDRESSES)
  })

  it('a disk that does not take them costs nothing but them, and is logged once', async () => {
    lines.length = 0
    const cached = await openStoredAddresses(join(folder, 'no', 'folder', 'here'), log)
    for (let n = 0; n < 5; n++) {
      cached.set(`k${n}`, 'name')
      await cached.close()
    }
    expect(cached.get('k0')).toBe('name')
    expect(lines.filter((line) => line.includes('cannot be kept'))).toHaveLength(1)
  })
})
