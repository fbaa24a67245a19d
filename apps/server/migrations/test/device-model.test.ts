import { expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock/index.ts'
import { openDatabase } from '../../src/platform/database/index.ts'
import { createRegistry } from '../../src/services/directory/index.ts'
import { onBothDatabases } from '../../test/databases/both-databases.ts'
import { migrations } from '../index.ts'

onBothDatabases('the step to the device model', (databases) => {
  const onFailure = (error: Error): void => {
    throw error
  }

  it('carries every setting of a device over, and its channels into rows of their own', async () => {
    const location = await databases.location()
    const step = migrations.findIndex(({ name }) => name === '0025-device-model')
    const old = await openDatabase({ location, migrations: migrations.slice(0, step), clock: systemClock, onFailure })
    const device = {
      device_id: 'van',
      removed_s: null,
      channels: 4,
      chmask: '1101',
      recplan: '0110',
      streamtype: '1000',
      chnames: 'Road,,Door',
      chsort: '3,1',
      recenable: 2,
      recaudio: 1,
      talkch: 2,
      recdays: 14,
      eventdays: 90,
      netlimit: 1,
      maxnetflow: 1e12,
      videolossinterval: 45,
      gpstzenable: 1,
      utc_offset_minutes: 330,
      driver: 'Lin',
      driverlicense: 'L-9',
      vehicleid: 'blue "van"',
      plate: 'KAA 123',
      extid: 'X-7',
      icon: 3,
      maplocation: '24.50,-120.250',
    }
    const modes = [-1, 0, 1].map((mode) => ({
      ...device,
      device_id: `mode ${mode}`,
      recenable: mode,
      recaudio: mode === 1 ? 3 : mode,
    }))
    // A plan and streams that are shorter than the number of channels: as the server took them until now.
    const short = { ...device, device_id: 'short', recplan: '', streamtype: '', chmask: '0', chnames: '', chsort: '' }
    const db = old.tables<{ devices: object; device_groups: object }>()
    await db
      .insertInto('devices')
      .values([device, ...modes, short, { ...device, device_id: 'removed', removed_s: 5, channels: 1 }])
      .execute()
    await old.close()

    const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    const registry = await createRegistry({ database, clock: systemClock, maxDevices: 10 })
    expect(registry.byId('van')).toEqual({
      key: 1,
      deviceId: 'van',
      groups: [1],
      channels: [
        { number: 1, name: 'Road', enabled: true, record: false, stream: 'main', audio: 'off' },
        { number: 2, name: '', enabled: true, record: true, stream: 'sub', audio: 'recorded' },
        { number: 3, name: 'Door', enabled: false, record: true, stream: 'sub', audio: 'off' },
        { number: 4, name: null, enabled: true, record: false, stream: 'sub', audio: 'off' },
      ],
      channelOrder: [3, 1],
      talkChannel: 2,
      video: 'record-planned',
      audio: 'single-recorded',
      retentionDays: 14,
      eventRetentionDays: 90,
      trafficLimit: { enforced: true, kbPerMonth: 1e12 },
      videoLossIntervalS: 45,
      timeZoneFollowsPosition: true,
      utcOffsetMinutes: 330,
      driver: 'Lin',
      driverLicence: 'L-9',
      memo: 'blue "van"',
      plate: 'KAA 123',
      externalId: 'X-7',
      icon: 3,
      mapLocation: '24.50,-120.250',
    })
    const modesOf = [-1, 0, 1].map((mode) => registry.byId(`mode ${mode}`)).map((of) => [of?.video, of?.audio])
    expect(modesOf).toEqual([
      ['forbidden', 'forbidden'],
      ['live-only', 'single'],
      ['record-enabled', 'multi-recorded'],
    ])
    const { channels = [], channelOrder } = registry.byId('short') ?? {}
    expect(channels.map(({ enabled, record, stream }) => [enabled, record, stream])).toEqual([
      [false, true, 'sub'],
      ...[2, 3, 4].map(() => [true, true, 'sub']),
    ])
    expect(channelOrder).toEqual([])
    await registry.add({ deviceId: 'removed', channels: 2, recording: false, groups: [1] })
    expect(registry.byId('removed')).toMatchObject({ key: 6, channels: [{ number: 1 }, { number: 2 }] })
    await database.close()
  })
})
