import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MediaFolder, openMediaFolder, openMediaOnThread } from './media-folder.ts'
import { mediaStoreSuite } from './media-store.suite.ts'

const PATH = 'van/20260901/1/1000.mp4'

describe('a media store in a folder', () => {
  let root: string
  let store: MediaFolder

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'fleetglass-media-'))
    store = await openMediaFolder(join(root, 'media'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  mediaStoreSuite('a folder', async () => store)

  it('moves a file of this machine, and leaves one that lies where it belongs as it is', async () => {
    const local = join(root, 'upload')
    writeFileSync(local, 'bytes')
    const { ino } = statSync(local)
    await store.put(PATH, { file: local })
    expect(existsSync(local)).toBe(false)
    await store.put(PATH, { file: store.absolute(PATH) })
    expect(statSync(store.absolute(PATH)).ino).toBe(ino)
  })

  it('reads ranges, fewer bytes where the file ends, also on a thread that may wait', async () => {
    await store.put(PATH, Buffer.from('0123456789'))
    const file = await store.open(PATH)
    const onThread = openMediaOnThread({ file: store.absolute(PATH) })
    for (const [position, length, expected] of [
      [0, 4, '0123'],
      [8, 4, '89'],
      [20, 4, ''],
    ] as const) {
      expect(Buffer.from(await file.read(position, length)).toString()).toBe(expected)
      expect(Buffer.from(onThread?.read(position, length) ?? []).toString()).toBe(expected)
    }
    expect(await file.size()).toBe(10)
    await file.close()
    onThread?.close()
  })

  it('says what is missing, and what is not a file', async () => {
    await expect(store.open(PATH)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(openMediaOnThread({ file: store.absolute(PATH) })).toBeNull()
    expect(await store.size(PATH)).toBeNull()
    expect(await store.delete(PATH)).toBe(false)
    mkdirSync(store.absolute(PATH), { recursive: true })
    const folder = await store.open(PATH)
    await expect(folder.size()).rejects.toThrow('it is no file')
    await folder.close()
  })

  it('rejects where the folder itself is missing', async () => {
    await expect(new MediaFolder(join(root, 'nowhere')).list('')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('deletes a file with the folders that it leaves empty, but not that of the device', async () => {
    await store.put(PATH, Buffer.from('a'))
    await store.put('van/20260901/2/1000.mp4', Buffer.from('b'))
    expect(await store.delete(PATH)).toBe(true)
    expect(await store.list('van/20260901')).toEqual(['2'])
    expect(await store.delete('van/20260901/2/1000.mp4')).toBe(true)
    expect(await store.list('van')).toEqual([])
    expect(await store.list('')).toEqual(['van'])
  })
})
