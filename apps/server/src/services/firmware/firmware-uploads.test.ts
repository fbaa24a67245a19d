import { UPLOAD_IDLE_MS } from '@fleetglass/contract/firmware'
import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import type { FirmwarePart } from './firmware-folder.ts'
import { createFirmwareUploads } from './index.ts'

const piece = { key: 'k', size: 2, offset: 0, name: 'a.bin', memo: '' }
const clock = createManualClock()

function open(part: Partial<FirmwarePart>, lines: string[] = []) {
  let isFull = false
  const all = createFirmwareUploads({
    clock,
    log: createLog('error', { write: (line) => lines.push(line) }),
    files: { add: async () => true },
    folder: {
      begin: async () => ({ bytes: 0, write: async () => undefined, finish: async () => '', ...part }) as FirmwarePart,
      remove: async () => undefined,
    },
    isDiskFull: () => isFull,
  })
  return {
    uploads: all.of({ onClose: () => undefined }),
    close: () => all.close(),
    fill: () => {
      isFull = true
    },
  }
}

it('takes no byte of a firmware file that the disk has no space for, and leaves nothing of it', async () => {
  let discarded = 0
  const { uploads, fill } = open({
    discard: async () => {
      discarded += 1
    },
  })
  await uploads.take(piece, new Uint8Array(1))
  fill()
  await expect(uploads.take(piece, new Uint8Array(1))).rejects.toMatchObject({ code: 'disk-full' })
  expect(discarded).toBe(2)
})

it('logs that a part of an upload cannot be removed, and goes on', async () => {
  const lines: string[] = []
  const { uploads, close } = open({ discard: () => Promise.reject(new Error('EIO')) }, lines)
  await uploads.take(piece, new Uint8Array(1))
  clock.advance(UPLOAD_IDLE_MS)
  await close()
  expect(lines.join()).toContain('Cannot remove a part of a firmware file')
})
