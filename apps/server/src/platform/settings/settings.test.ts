import { inspect } from 'node:util'
import { createManualClock, until } from '@fleetglass/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { errorCode } from '../../../test/failures.ts'
import { interruptedBus } from '../../../test/nats/interrupted-bus.ts'
import { type Bus, createInProcessBus } from '../bus/index.ts'
import { defaultConfig } from '../config/index.ts'
import type { Database } from '../database/index.ts'
import { createLog } from '../log/index.ts'
import { createSettings, defineSettings, secret } from './index.ts'

const relay = defineSettings({
  name: 'relay',
  schema: z
    .object({
      enable: z.boolean(),
      ip: z.string().max(50, 'is longer than 50 characters'),
      port: z.int().min(0, 'is below 0'),
      pass: secret(z.string().max(20)),
    })
    .refine(({ enable, ip }) => !enable || ip !== '', 'an address is missing'),
  initial: ({ media }) => ({ enable: false, ip: '', port: media, pass: '' }),
})
const admin = { name: 'admin' }

onBothDatabases('server settings', (databases) => {
  async function site() {
    const clock = createManualClock()
    const database = await databases.open()
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const bus: Bus = createInProcessBus({
      clock,
      onError: (error) => {
        throw error
      },
    })
    const start = async (config = defaultConfig()) => {
      const settings = await createSettings({ clock, log, database, bus, config })
      onTestFinished(() => settings.close())
      return settings
    }
    return { clock, database, bus, lines, start }
  }

  it('a section has the values of the configuration until it is saved, and the saved ones after a restart', async () => {
    const { start } = await site()
    const section = (await start()).open(relay)
    expect(section.value).toMatchObject({ enable: false, ip: '', port: 7078 })
    expect([section.revision, section.savedFields]).toEqual([0, []])
    await section.save({ enable: true, ip: '192.0.2.7' }, admin)
    expect(section.value).toMatchObject({ enable: true, ip: '192.0.2.7', port: 7078 })
    const again = (await start(defaultConfig({ media: 7079 }))).open(relay)
    // The port was never saved: it goes on following the configuration.
    expect(again.value).toMatchObject({ enable: true, ip: '192.0.2.7', port: 7079 })
    expect([again.revision, again.savedFields]).toEqual([1, ['enable', 'ip']])
  })

  it('subscribers are called once the change is on disk, with the value before; a failing one does not stop the others', async () => {
    const { start, database, lines } = await site()
    const section = (await start()).open(relay)
    const stored: Promise<unknown>[] = []
    const seen: unknown[] = []
    section.subscribe(() => {
      throw new Error('no')
    })
    section.subscribe(({ port }, before) => {
      seen.push([port, before.port, section.value.port])
      stored.push(rowsOf(database))
    })
    const ended = section.subscribe(() => seen.push('ended'))
    ended.close()
    await section.save({ port: 9000 }, admin)
    expect(seen).toEqual([[9000, 7078, 9000]])
    expect(JSON.stringify(await Promise.all(stored))).toContain('9000')
    expect(lines.join()).toContain('Cannot apply changed settings in a part of the server')
    await section.save({ port: 9000 }, admin)
    expect([seen.length, section.revision]).toEqual([1, 1])
  })

  it('a value that the schema refuses is not stored, and the error names the field', async () => {
    const { start, database } = await site()
    const section = (await start()).open(relay)
    await expect(section.save({ port: -1 }, admin)).rejects.toMatchObject({
      code: errorCode('invalid-field'),
      parameters: { field: 'port', reason: 'is below 0' },
    })
    await expect(section.save({ enable: true }, admin)).rejects.toMatchObject({
      code: 'invalid-body',
      parameters: { reason: 'an address is missing' },
    })
    expect([section.revision, await rowsOf(database)]).toEqual([0, []])
  })

  it('a save that is based on an older revision is refused, and names who changed which fields meanwhile', async () => {
    const { start } = await site()
    const section = (await start()).open(relay)
    await section.save({ ip: '192.0.2.1' }, { name: 'ann', baseRevision: 0 })
    await section.save({ port: 1 }, { name: 'ben', baseRevision: 1 })
    await expect(section.save({ ip: '192.0.2.2' }, { name: 'eve', baseRevision: 1 })).rejects.toMatchObject({
      code: errorCode('settings-changed'),
      parameters: { user: 'ben', fields: 'port' },
    })
    await expect(section.save({ ip: '192.0.2.2' }, { name: 'eve', baseRevision: 0 })).rejects.toMatchObject({
      parameters: { user: 'ben', fields: 'ip, port' },
    })
    const both = ['a', 'b'].map((name) => section.save({ ip: name }, { name, baseRevision: 2 }))
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect([section.value.ip, section.revision]).toEqual(['a', 3])
  })

  it('a secret is masked in what is read, logged and reported, and stays when the mask is saved', async () => {
    const { start, lines } = await site()
    const section = (await start()).open(relay)
    expect(JSON.stringify(section.value)).toContain('"pass":""')
    const { changes } = await section.save({ pass: 'hunter2' }, admin)
    expect(changes).toEqual([{ field: 'pass', before: '', after: '***' }])
    for (const shown of [
      JSON.stringify(section.value),
      `${section.value.pass}`,
      inspect(section.value),
      lines.join(),
    ]) {
      expect(shown).not.toContain('hunter2')
      expect(shown).toContain('***')
    }
    await section.save({ pass: '***', port: 1 }, admin)
    expect((await start()).open(relay).value.pass.reveal()).toBe('hunter2')
    await section.save({ pass: '' }, admin)
    expect(section.value.pass.isSet).toBe(false)
  })

  it('another process has the change, its subscribers are called, and its older revision is refused', async () => {
    const { start } = await site()
    const [one, other] = [(await start()).open(relay), (await start()).open(relay)]
    const seen: number[] = []
    other.subscribe(({ port }) => seen.push(port))
    await one.save({ port: 9 }, { name: 'ann' })
    await until('the other has it', () => other.value.port === 9)
    expect([seen, other.revision]).toEqual([[9], 1])
    await expect(other.save({ port: 10 }, { name: 'ben', baseRevision: 0 })).rejects.toMatchObject({
      parameters: { user: 'ann', fields: 'port' },
    })
  })

  it('another process has what was saved during an outage of the bus after it, and keeps the rest', async () => {
    const { start, clock, database, bus } = await site()
    const interrupted = interruptedBus(bus)
    const one = (await start()).open(relay)
    const log = createLog('silent')
    const settings = await createSettings({ clock, log, database, bus: interrupted.bus, config: defaultConfig() })
    onTestFinished(() => settings.close())
    const other = settings.open(relay)
    const seen: number[] = []
    other.subscribe(({ port }) => seen.push(port))
    interrupted.change('interrupted')
    await one.save({ port: 9 }, admin)
    expect(other.revision).toBe(0)
    interrupted.change('restored')
    await until('the other has it', () => other.value.port === 9)
    interrupted.change('restored')
    await one.save({ port: 10 }, admin)
    await until('the other has the next one', () => other.value.port === 10)
    expect(seen).toEqual([9, 10])
  })

  it('two processes that save at once: the second is refused where the first is not announced yet', async () => {
    const { start, clock, database } = await site()
    const deaf = createInProcessBus({ clock, onError: () => undefined })
    const log = createLog('silent')
    const one = (await start()).open(relay)
    const other = await createSettings({ clock, log, database, bus: deaf, config: defaultConfig() })
    onTestFinished(() => other.close())
    const theirs = other.open(relay)
    await one.save({ port: 1 }, { name: 'ann' })
    await expect(theirs.save({ port: 2 }, { name: 'ben' })).rejects.toMatchObject({ code: 'settings-changed' })
    expect(theirs.value.port).toBe(1)
    await one.save({ port: 3 }, { name: 'ann' })
    await expect(theirs.save({ port: 4 }, { name: 'ben' })).rejects.toMatchObject({ code: 'settings-changed' })
    await theirs.save({ port: 5 }, { name: 'ben' })
    expect(theirs.value.port).toBe(5)
  })

  it('a saved field that no longer fits has its initial value again, and is logged', async () => {
    const { start, lines } = await site()
    await (await start()).open(relay).save({ ip: 'a name that was allowed once', port: 4 }, admin)
    const stricter = defineSettings({
      ...relay,
      schema: z.object({ ...relay.schema.shape, ip: z.string().max(5) }),
    })
    const section = (await start()).open(stricter)
    expect([section.value.ip, section.value.port]).toEqual(['', 4])
    expect(lines.join()).toContain('A saved setting does not fit')
  })

  it('a message that cannot be read changes nothing, and is logged', async () => {
    const { start, bus, lines } = await site()
    const section = (await start()).open(relay)
    bus.publish('settings.changed', Uint8Array.of(9, 1))
    expect([section.revision, lines.join()]).toEqual([0, expect.stringContaining('version 9 came')])
  })

  it('saves beyond the queue are refused, and none is taken when the server stops', async () => {
    const { start } = await site()
    const settings = await start()
    const section = settings.open(relay)
    const saves = Array.from({ length: 20 }, (_, port) => section.save({ port }, admin))
    const outcomes = await Promise.allSettled(saves)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4)
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'too-many-saves' } })
    await settings.close()
    await expect(section.save({ port: 1 }, admin)).rejects.toMatchObject({ code: 'server-stopping' })
  })

  it('a name stands for one section', async () => {
    const settings = await (await site()).start()
    expect(() => settings.named('relay')).toThrow('nobody has opened the section relay')
    expect(settings.open(relay)).toBe(settings.open(relay))
    expect(settings.named('relay')).toBe(settings.open(relay))
    expect(() => settings.open(defineSettings({ ...relay }))).toThrow('there is a section relay')
  })
})

function rowsOf(database: Database): Promise<unknown[]> {
  return database.tables<{ settings: object }>().selectFrom('settings').selectAll().execute()
}
