import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog, type Log } from '../../platform/log/index.ts'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import type { DeviceRegistry, RegisteredDevice, RegistryChange } from '../directory/index.ts'
import { createFleet, type FleetEngine } from './fleet.ts'
import type { LiveDevice } from './fleet.types.ts'

const van = { key: 1, deviceId: 'van', groups: [1] as readonly number[] } as RegisteredDevice
const fix = (timeS: number) => ({ timeS, latE6: 1, lngE6: 2, speedKmh: 3, headingDeg: 4 })

let clock: ManualClock
let fleet: FleetEngine
let logged: string[]
let log: Log
let change: (change: RegistryChange) => void
let registry: DeviceRegistry

beforeEach(() => {
  clock = createManualClock()
  registry = {
    all: () => [van],
    byKey: (key: number) => (key === van.key ? van : undefined),
    onChange(listener: (change: RegistryChange) => void) {
      change = listener
      return { close: () => undefined }
    },
  } as unknown as DeviceRegistry
  logged = []
  log = createLog('info', { write: (line) => void logged.push(line) })
  fleet = createFleet({ clock, log, registry })
})

afterEach(() => fleet.close())

describe('the fleet', () => {
  it('knows registered devices from the start, offline and never seen', () => {
    const never = { registered: true, online: false, statusTimeS: 0, fix: null }
    expect([...fleet.all()]).toMatchObject([{ deviceId: 'van', ...never }])
    change({ kind: 'added', device: { ...van, key: 2, deviceId: 'bus' } })
    expect(fleet.get('bus')).toMatchObject(never)
  })

  it('begins with what is left of the last run: offline, seen last when its last point was', async () => {
    const point = { latE6: 1, lngE6: 2, speedDkmh: 30, headingDeg: 4, statusBits: 3 } as TrackPoint
    const lastPoints = [1, 9].map((deviceKey) => ({ ...point, deviceKey, timeS: 100 }))
    const again = createFleet({ clock, log, registry, lastPoints })
    expect([...again.all()]).toMatchObject([
      { deviceId: 'van', online: false, statusTimeS: 100, fix: fix(100), accOn: true },
    ])
    await again.close()
  })

  it('knows a new device only while it is connected', () => {
    fleet.connected('stranger', false)
    expect(fleet.get('stranger')).toMatchObject({ registered: false, online: true })
    fleet.disconnected('stranger')
    expect(fleet.get('stranger')).toBeUndefined()
  })

  it('keeps the last fix of a device that went offline', () => {
    fleet.connected('van', true)
    fleet.report('van', { fix: fix(100), accOn: true })
    fleet.disconnected('van')
    expect(fleet.get('van')).toMatchObject({ online: false, fix: { timeS: 100 }, accOn: true })
  })

  it('ignores a fix older than the present one, and takes the rest of its report', () => {
    fleet.report('van', { fix: fix(100) })
    fleet.report('van', { fix: fix(99), signalPercent: 50 })
    expect(fleet.get('van')).toMatchObject({ fix: { timeS: 100 }, signalPercent: 50 })
  })

  it('a fix that lies ahead gives way to one of these minutes, not to an old one', () => {
    const nowS = Math.floor(clock.nowMs() / 1000)
    fleet.report('van', { fix: fix(nowS + 500) })
    fleet.report('van', { fix: fix(nowS - 3_600) })
    expect(fleet.get('van')).toMatchObject({ fix: { timeS: nowS + 500 } })
    fleet.report('van', { fix: fix(nowS - 5) })
    expect(fleet.get('van')).toMatchObject({ fix: { timeS: nowS - 5 } })
  })

  it('a clock that falls back while the device is connected is that of its positions, three minutes after the last right one', () => {
    const report = (behindS: number): void => {
      const nowS = Math.floor(clock.nowMs() / 1000)
      fleet.report('van', { fix: fix(nowS - behindS), clockOffsetS: -behindS })
    }
    fleet.connected('van', true)
    report(1)
    // Positions that come late, beside those of the present.
    for (let n = 0; n < 10; n++) {
      clock.advance(30_000)
      report(7_200)
      expect(fleet.get('van')?.clockOffsetS).toBe(-1)
      report(1)
    }
    for (let n = 0; n < 6; n++) {
      clock.advance(30_000)
      report(7_200)
    }
    expect(fleet.get('van')?.clockOffsetS).toBe(-7_200)
    clock.advance(30_000)
    report(2)
    expect(fleet.get('van')?.clockOffsetS).toBe(-2)
  })

  it('a connected device that is added keeps its row, one that is removed starts again as new', () => {
    fleet.connected('bus', false)
    change({ kind: 'added', device: { ...van, deviceId: 'bus' } })
    expect(fleet.get('bus')).toMatchObject({ registered: true, online: true })
    fleet.report('bus', { fix: fix(5) })
    change({ kind: 'removed', device: { ...van, deviceId: 'bus' } })
    expect(fleet.get('bus')).toMatchObject({ registered: false, online: true, fix: null })
    change({ kind: 'removed', device: van })
    expect(fleet.get('van')).toBeUndefined()
  })

  it('publishes changes at most every 250 ms, merged by device, with a rising revision', () => {
    const notices: (readonly LiveDevice[])[] = []
    fleet.onChange((changed) => notices.push(changed))
    fleet.connected('van', true)
    for (let n = 0; n < 10; n++) fleet.report('van', { fix: fix(n) })
    expect(notices).toEqual([])
    clock.advance(250)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject([{ deviceId: 'van', fix: { timeS: 9 }, revision: fleet.revision }])
    clock.advance(1_000)
    expect(notices).toHaveLength(1)
  })

  it('notifies every listener though one before it throws, and logs that once', () => {
    const seen: string[] = []
    const broken = (): never => {
      throw new Error('broken')
    }
    fleet.onOnlineChange(broken)
    fleet.onOnlineChange((deviceId, online) => seen.push(`${deviceId} ${online}`))
    fleet.onChange(broken)
    fleet.onChange((changed) => seen.push(`${changed.length} changed`))
    fleet.onFix('van', broken)
    fleet.onFix('van', (fix) => seen.push(`fix ${fix.timeS}`))
    for (let time = 0; time < 2; time++) {
      fleet.connected('van', true)
      fleet.report('van', { fix: fix(5) })
      clock.advance(250)
      fleet.disconnected('van')
      clock.advance(250)
      expect(seen.splice(0)).toEqual(['fix 5', '1 changed', 'van true', 'van false', '1 changed'])
    }
    const failures = logged.filter((line) => line.includes('a listener of the fleet failed'))
    // `broken` is one function, which was subscribed three times.
    expect(failures).toHaveLength(1)
  })

  it('reports who came with the notice, and who went at once', () => {
    const seen: [string, boolean][] = []
    const changes = fleet.onOnlineChange((deviceId, online) => seen.push([deviceId, online]))
    const reported = () => seen.splice(0)
    const noticed = () => {
      clock.advance(250)
      return reported()
    }
    fleet.connected('van', true)
    expect(reported()).toEqual([])
    expect(noticed()).toEqual([['van', true]])
    fleet.report('van', { fix: fix(5) })
    fleet.connected('van', true)
    expect(noticed()).toEqual([])
    fleet.disconnected('van')
    expect(reported()).toEqual([['van', false]])
    fleet.connected('van', true)
    expect(noticed()).toEqual([['van', true]])
    fleet.disconnected('van')
    fleet.connected('van', true)
    fleet.disconnected('van')
    expect(reported()).toEqual([
      ['van', false],
      ['van', false],
    ])
    expect(noticed()).toEqual([])
    changes.close()
  })
})
