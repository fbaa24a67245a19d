// The tab Record Disks on the main channel, with programs on disk in the place of lsblk and mkfs.
import { STORAGE } from '@fleetglass/contract/server-settings'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { errorCode, failedMessage } from '../../../test/failures.ts'
import { fakeDisks } from '../../../test/fake-disks.ts'
import { startTestServer, type TestServerOptions, until } from '../../../test/harness.ts'

const root = { name: 'sda1', fstype: 'ext4', uuid: 'root', mountpoint: '/' }
const free = { name: 'sdb', fstype: 'ext4', uuid: 'free' }
const swap = { name: 'sdc1', fstype: 'swap', uuid: 'swap' }
const disks = [{ name: 'sda', children: [root] }, free, { name: 'sdc', children: [swap] }]

describe('the tab Record Disks', () => {
  const opened: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  async function site(config: TestServerOptions['config'] = {}) {
    const fake = fakeDisks(disks)
    opened.push(() => fake.remove())
    const { listCommand: diskListCommand, formatCommand } = fake
    const server = await startTestServer({
      config: { diskListCommand: [...diskListCommand], formatCommand: [...formatCommand], ...config },
    })
    opened.push(() => server.close())
    const link = await server.login()
    opened.push(() => link.close())
    return { server, link, fake }
  }
  const ask = (link: ChannelClient, F: string, N = '') => link.request(STORAGE, { F, ...(N !== '' && { N }) })

  it('[VCP-126] [VCP-127] [SET-067] [SET-075] S03 lists the disks of the machine as JSON, with their parts', async () => {
    const { link } = await site()
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
    const { link } = await site({ diskListCommand: ['/nowhere/lsblk'] })
    const reply = await ask(link, 'lsblk')
    expect(reply.fields).toMatchObject({ R: '0', E: errorCode('disks-not-listed') })
    expect(reply.fields.W).toContain('/nowhere/lsblk')
    const second = await site({ diskListCommand: ['echo', 'nonsense'] })
    expect((await ask(second.link, 'lsblk')).fields).toMatchObject({ R: '0', E: errorCode('disks-not-listed') })
  })

  it('[SET-072] [SET-073] [SET-074] [SET-082] only a leaf that is neither mounted nor swap is formatted, by the program of the machine', async () => {
    const { link, fake } = await site()
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
      const { link, fake } = await site()
      fake.set([{ name: 'sdd', fstype, uuid: 'member' }])
      expect((await ask(link, 'format', 'sdd')).fields).toMatchObject(failedMessage('disk-is-member', { disk: 'sdd' }))
      expect(fake.formatted()).toEqual([])
    },
  )

  it('a disk that something holds is not formatted, nor the second disk of a file system that is mounted', async () => {
    const { link, fake } = await site()
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
      const { link, fake } = await site()
      expect((await ask(link, 'format', name)).fields).toMatchObject(failedMessage('unknown-disk', { disk: name }))
      expect(fake.formatted()).toEqual([])
    },
  )

  it('[SET-082] without the permission of the configuration nothing is formatted', async () => {
    const { link, fake } = await site({ formatCommand: [] })
    expect((await ask(link, 'format', 'sdb')).fields).toMatchObject(failedMessage('format-not-allowed'))
    expect(fake.formatted()).toEqual([])
  })

  it('[VCP-127] a format is answered when it is finished; a second one meanwhile, and one that fails, are refused', async () => {
    const { server, link, fake } = await site()
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

  it('[VCP-127] another function is refused', async () => {
    const { link } = await site()
    expect((await ask(link, 'reboot')).fields).toMatchObject({ R: '0', E: errorCode('unknown-message') })
  })
})
