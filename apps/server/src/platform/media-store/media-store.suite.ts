// What each media store promises, whatever it stores files in.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MediaStore } from './media-store.types.ts'

const PATH = 'van/20260901/1/1000.mp4'

export function mediaStoreSuite(name: string, open: () => Promise<MediaStore>): void {
  describe(`${name}, as every media store,`, () => {
    let store: MediaStore
    let local: string

    beforeEach(async () => {
      store = await open()
      local = mkdtempSync(join(tmpdir(), 'fleetglass-local-'))
    })
    afterEach(() => rmSync(local, { recursive: true, force: true }))

    it('stores what is in memory, and replaces what was there', async () => {
      await store.put(PATH, Buffer.from('first'))
      await store.put(PATH, Buffer.from('second'))
      expect(await store.size(PATH)).toBe(6)
      expect(await textOf(store, PATH)).toBe('second')
    })

    it('takes a file of this machine away', async () => {
      const file = join(local, 'upload')
      writeFileSync(file, 'bytes')
      await store.put(PATH, { file })
      expect(existsSync(file)).toBe(false)
      expect(await textOf(store, PATH)).toBe('bytes')
    })

    it('reads ranges, fewer bytes where the file ends', async () => {
      const content = Buffer.alloc(3 * 1024 * 1024 + 100, 'abcdefghij')
      await store.put(PATH, content)
      const file = await store.open(PATH)
      for (const [position, length] of [
        [0, 4],
        [1024 * 1024 - 2, 4],
        [5, 2 * 1024 * 1024],
        [content.length - 2, 4],
        [content.length, 4],
        [content.length + 20, 4],
      ] as const) {
        const read = Buffer.from(await file.read(position, length))
        expect(read.equals(content.subarray(position, position + length)), `${length} from ${position} on`).toBe(true)
      }
      expect(await file.size()).toBe(content.length)
      await file.close()
    })

    it('says what is missing', async () => {
      await expect(store.open(PATH)).rejects.toMatchObject({ code: 'ENOENT' })
      expect(await store.size(PATH)).toBeNull()
      expect(await store.delete(PATH)).toBe(false)
      expect(await store.list('van')).toEqual([])
    })

    it('lists one level by name', async () => {
      await store.put('van/20260901/1/1001.mp4', Buffer.from('b'))
      await store.put('vans/20260901/1/1001.mp4', Buffer.from('b'))
      await store.put(PATH, Buffer.from('a'))
      expect(await store.list('')).toEqual(['van', 'vans'])
      expect(await store.list('van')).toEqual(['20260901'])
      expect(await store.list('van/20260901/1')).toEqual(['1000.mp4', '1001.mp4'])
      expect(await store.list('bus')).toEqual([])
      expect(await store.list(`${PATH}/below`)).toEqual([])
    })

    it('deletes one file, or many, and says which are gone', async () => {
      const others = ['van/20260901/2/1000.mp4', 'van/20260901/2/1001.mp4']
      for (const path of [PATH, ...others]) await store.put(path, Buffer.from('a'))
      expect(await store.delete(PATH)).toBe(true)
      expect(await store.size(PATH)).toBeNull()
      const gone: string[] = []
      await store.deleteAll([...others, 'van/20260901/2/1002.mp4'], (path) => gone.push(path))
      expect(gone).toEqual([...others, 'van/20260901/2/1002.mp4'])
      expect(await store.list('van')).toEqual([])
    })
  })
}

async function textOf(store: MediaStore, path: string): Promise<string> {
  const file = await store.open(path)
  try {
    return Buffer.from(await file.read(0, await file.size())).toString()
  } finally {
    await file.close()
  }
}
