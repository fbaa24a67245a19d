// The tab Record Disks on the main channel, with programs on disk in the place of lsblk and mkfs.
import { STORAGE, slotRecordingsPath } from '@fleetglass/contract/server-settings'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { errorCode, failedMessage } from '../../../test/failures.ts'
import { fakeDisks } from '../../../test/fake-disks.ts'
import { startTestServer, type TestServerOptions, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { DiskMachine } from './media-slots.fixtures.ts'
import { credentials } from './settings-caller.fixtures.ts'

const root = { name: 'sda1', fstype: 'ext4', uuid: 'root', mountpoint: '/' }
const free = { name: 'sdb', fstype: 'ext4', uuid: 'free' }
const swap = { name: 'sdc1', fstype: 'swap', uuid: 'swap' }
const disks = [{ name: 'sda', children: [root] }, free, { name: 'sdc', children: [swap] }]

async function startSite(config: TestServerOptions['config'] = {}) {
  const fake = fakeDisks(disks)
  const { listCommand: diskListCommand, formatCommand } = fake
  const server = await startTestServer({
    config: { diskListCommand: [...diskListCommand], formatCommand: [...formatCommand], ...config },
  })
  const link = await server.login()
  return {
    server,
    link,
    fake,
    async close() {
      await link.close()
      await server.close()
      fake.remove()
    },
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

describe('the tab Record Disks', () => {
  let shared: Site
  beforeAll(async () => {
    shared = await startSite()
  })
  afterAll(() => shared.close())
  beforeEach(() => shared.fake.reset(disks))

  const opened: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  /** A server for one test: with another configuration, or one that nobody has changed yet. */
  async function newSite(config: TestServerOptions['config'] = {}): Promise<Site> {
    const site = await startSite(config)
    opened.push(() => site.close())
    return site
  }
  const ask = (link: ChannelClient, F: string, N = '') => link.request(STORAGE, { F, ...(N !== '' && { N }) })

  it('[VCP-126] [VCP-127] [SET-067] [SET-075] S03 lists the disks of the machine as JSON, with their parts', async () => {
    const { link } = shared
    const { fields, text } = await ask(link, 'lsblk')
    expect(fields).toMatchObject({ R: '1' })
    const size = '1T'
    expect(JSON.parse(text)).toEqual({
      blockdevices: [
        { name: 'sda', fstype: null, size, uuid: null, mountpoint: null, children: [{ ...root, size }] },
        { ...free, size, mountpoint: null },
        {
          name: 'sdc',
          fstype: null,
          size,
          uuid: null,
          mountpoint: null,
          children: [{ ...swap, size, mountpoint: null }],
        },
      ],
    })
  })

  it('a program that is missing, fails or prints nonsense is an error with its reason', async () => {
    const { link } = await newSite({ diskListCommand: ['/nowhere/lsblk'] })
    const reply = await ask(link, 'lsblk')
    expect(reply.fields).toMatchObject({ R: '0', E: errorCode('disks-not-listed') })
    expect(reply.fields.W).toContain('/nowhere/lsblk')
    const second = await newSite({ diskListCommand: ['echo', 'nonsense'] })
    expect((await ask(second.link, 'lsblk')).fields).toMatchObject({ R: '0', E: errorCode('disks-not-listed') })
  })

  it('[SET-072] [SET-073] [SET-074] [SET-082] only a leaf that is neither mounted nor swap is formatted, by the program of the machine', async () => {
    const { link, fake } = shared
    expect((await ask(link, 'format', 'sda')).fields).toMatchObject(failedMessage('disk-has-parts', { disk: 'sda' }))
    expect((await ask(link, 'format', 'sda1')).fields).toMatchObject(failedMessage('disk-mounted', { disk: 'sda1' }))
    expect((await ask(link, 'format', 'sdc1')).fields).toMatchObject(failedMessage('disk-is-swap', { disk: 'sdc1' }))
    expect(fake.formatted()).toEqual([])
    expect((await ask(link, 'format', 'sdb')).fields).toMatchObject({ R: '1' })
    expect(fake.formatted()).toEqual(['/dev/sdb'])
  })

  it.each(['LVM2_member', 'linux_raid_member', 'crypto_LUKS', 'zfs_member', 'isw_raid_member', 'bcache', 'swsuspend'])(
    'a disk that is a part of something larger is not formatted: %s',
    async (fstype) => {
      const { link, fake } = shared
      fake.set([{ name: 'sdd', fstype, uuid: 'member' }])
      expect((await ask(link, 'format', 'sdd')).fields).toMatchObject(failedMessage('disk-is-member', { disk: 'sdd' }))
      expect(fake.formatted()).toEqual([])
    },
  )

  it.each([
    ['zram0', '4G'],
    ['loop3', '1T'],
    ['ram0', '64M'],
    ['sr0', '1024M'],
    ['fd0', '4K'],
    ['sdd', '0B'],
    ['sde', '0'],
  ])('what is no disk, or has no size, is not formatted: %s of %s', async (name, size) => {
    const { link, fake } = shared
    fake.set([{ name, size }])
    expect((await ask(link, 'format', name)).fields).toMatchObject(failedMessage('disk-is-none', { disk: name }))
    expect(fake.formatted()).toEqual([])
  })

  it('a disk that something holds is not formatted, nor the second disk of a file system that is mounted', async () => {
    const { link, fake } = shared
    const holder = { name: 'md0', fstype: 'ext4' }
    const first = { name: 'sde', fstype: 'btrfs', uuid: 'both', mountpoint: '/media' }
    fake.set([{ name: 'sdd', children: [holder] }, first, { name: 'sdf', fstype: 'btrfs', uuid: 'both' }])
    expect((await ask(link, 'format', 'sdd')).fields).toMatchObject(failedMessage('disk-has-parts', { disk: 'sdd' }))
    expect((await ask(link, 'format', 'sdf')).fields).toMatchObject(failedMessage('disk-is-member', { disk: 'sdf' }))
    expect(fake.formatted()).toEqual([])
  })

  it.each(['sd', 'SDB', 'sdb ', '../sdb', '/dev/sdb', ''])(
    '[SET-071] the server as well takes the exact name of a disk only: %j',
    async (name) => {
      const { link, fake } = shared
      expect((await ask(link, 'format', name)).fields).toMatchObject(failedMessage('unknown-disk', { disk: name }))
      expect(fake.formatted()).toEqual([])
    },
  )

  it('[SET-082] without the permission of the configuration nothing is formatted', async () => {
    const { link, fake } = await newSite({ formatCommand: [] })
    expect((await ask(link, 'format', 'sdb')).fields).toMatchObject(failedMessage('format-not-allowed'))
    expect(fake.formatted()).toEqual([])
  })

  it('[VCP-127] a format is answered when it is finished; a second one meanwhile, and one that fails, are refused', async () => {
    const { server, link, fake } = shared
    fake.holdFormat()
    let isAnswered = false
    const formatting = ask(link, 'format', 'sdb').then((reply) => {
      isAnswered = true
      return reply
    })
    const other = await server.login()
    opened.push(() => other.close())
    await until('it runs', async () => {
      const { fields } = await ask(other, 'format', 'sdb')
      return fields.E === errorCode('format-running')
    })
    expect((await ask(other, 'format', 'sdb')).fields).toMatchObject(failedMessage('format-running'))
    expect(isAnswered).toBe(false)
    fake.letFormatGo()
    expect((await formatting).fields).toMatchObject({ R: '1' })
    fake.failFormat('the disk is broken')
    expect((await ask(link, 'format', 'sdb')).fields).toMatchObject(
      failedMessage('format-failed', { disk: 'sdb', reason: 'the disk is broken' }),
    )
  })

  const configuration = (link: ChannelClient, F: 'uciget' | 'uciset', text?: string, V = '') =>
    link.request(STORAGE, { F, N: 'record', ...(V !== '' && { V }) }, text)

  it('[SET-068] [SET-069] [SET-081] the configuration `record` is text with a line for each slot and the mode', async () => {
    const { link } = await newSite()
    expect((await configuration(link, 'uciget')).text).toBe('performance=0\n')
    const slots = Array.from({ length: 24 }, (_, at) => `media${at + 1}=5e1f-${at},${at % 2}`)
    const text = [...slots, 'performance=1', ''].join('\n')
    expect((await configuration(link, 'uciset', text)).fields).toMatchObject({ R: '1' })
    expect((await configuration(link, 'uciget')).text).toBe(text)
    expect((await configuration(link, 'uciset', 'media1=\r\nperformance=0\r\n')).fields).toMatchObject({ R: '1' })
    expect((await configuration(link, 'uciget')).text).toBe('performance=0\n')
  })

  it.each([
    ['media2=5e1f,0', 'media2'],
    ['media1=5e1f,0\nmedia3=5e1e,0', 'media3'],
    ['media1=5e1f,0\nmedia2=5e1f,1', 'media2'],
    ['media1=5e1f', 'media1'],
    ['media1=5e1f,2', 'media1'],
    ['media1=../etc,0', 'media1'],
    ['media1=5e1f,0\nmedia1=5e1e,0', 'media1'],
    ['media25=5e1f,0', 'media25'],
    ['media0=5e1f,0', 'media0'],
    ['performance=2', 'performance'],
    ['format=sda', 'format'],
    ['no setting', 'no setting'],
  ])(
    '[SET-070] [SET-081] a text that is no configuration is refused, and the reason names its line: %j',
    async (text, field) => {
      const { link } = shared
      await configuration(link, 'uciset', 'media1=5e1f,1\nperformance=1')
      const { fields } = await configuration(link, 'uciset', text)
      expect(fields).toMatchObject({ R: '0', E: errorCode('invalid-field') })
      expect(fields.W).toContain(field)
      expect((await configuration(link, 'uciget')).text).toBe('media1=5e1f,1\nperformance=1\n')
    },
  )

  it('[SET-068] [SET-081] a text that is longer than 24 slots can be is refused, and the slots are there after a restart', async () => {
    const machine = new DiskMachine()
    opened.push(() => machine.remove())
    const first = await machine.start()
    const slots = 'media1=aaaa,1\nmedia2=gone,0\nperformance=1\n'
    await first.set(slots)
    const { fields } = await first.ask('uciset', `performance=${'0'.repeat(20_000)}`)
    expect(fields).toMatchObject({ R: '0', E: errorCode('invalid-field') })
    await machine.stop()
    const second = await machine.start()
    expect((await second.ask('uciget')).text).toBe(slots)
  })

  it('[SET-081] a configuration of another name does not exist', async () => {
    const { link } = shared
    for (const F of ['uciget', 'uciset']) {
      const { fields } = await link.request(STORAGE, { F, N: 'network' }, 'performance=0')
      expect(fields).toMatchObject({ R: '0', E: errorCode('invalid-field') })
    }
  })

  it('how many recordings lie on slots is counted before they are removed; slots without any are left out', async () => {
    const { server } = shared
    await changeDatabase(server, (file) => {
      const row = file.prepare(`insert into recordings
        (device_key, start_ms, end_ms, channel, bytes, first_key_frame_offset, path, slot) values (1, ?, ?, 1, 1, 0, ?, ?)`)
      for (const [at, slot] of ['aaaa', 'aaaa', 'bbbb', ''].entries())
        row.run(at * 60_000, at * 60_000 + 1, `@${slot}/${at}`, slot)
    })
    const count = (slots: readonly string[]) =>
      callHttp(server, 'POST', slotRecordingsPath, { body: { ...credentials, slots } })
    expect((await count(['aaaa', 'bbbb', 'cccc'])).body).toEqual({
      hasError: false,
      message: 'OK',
      slots: [
        { uuid: 'aaaa', count: 2 },
        { uuid: 'bbbb', count: 1 },
      ],
    })
    expect((await count(['../etc'])).body).toMatchObject({ hasError: true, code: errorCode('invalid-field') })
  })

  it('the second of two administrators who change the slots is refused; the audit log has the values before and after', async () => {
    const { server, link } = await newSite()
    const { fields } = await configuration(link, 'uciget')
    expect((await configuration(link, 'uciset', 'media1=5e1f,0', fields.V)).fields).toMatchObject({ R: '1' })
    const second = await configuration(link, 'uciset', 'media1=5e1e,0', fields.V)
    expect(second.fields).toMatchObject({ R: '0', E: errorCode('settings-changed') })
    expect((await configuration(link, 'uciget')).text).toContain('media1=5e1f,0')
    const audited = await changeDatabase(server, (file) =>
      file
        .prepare<[], string>(`select parameters from audit_log where result = 'ok' and parameters like '%uciset%'`)
        .pluck()
        .all(),
    )
    expect(audited.map((row) => JSON.parse(row) as unknown)).toMatchObject([
      { F: 'uciset', changes: [{ field: 'slots', before: [], after: [{ uuid: '5e1f', readonly: false }] }] },
    ])
  })

  it('[VCP-127] another function is refused', async () => {
    const { link } = shared
    expect((await ask(link, 'reboot')).fields).toMatchObject({ R: '0', E: errorCode('unknown-message') })
  })
})
