// Rules on a database file of their own, with a clock that the test moves.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '@fleetglass/geo'
import { createManualClock, type ManualClock } from '@fleetglass/testkit'
import type { RuleDraft } from '../../src/services/areas/areas.types.ts'
import type { DeviceEvent } from '../../src/services/events/index.ts'
import { changeDatabase } from '../databases/database-file.ts'
import { positionMessage } from '../devices/device-client.ts'
import { TOWN } from '../devices/driven-device.ts'
import { type RulesAlone, type RulesSite, startRulesAlone } from './rules-alone.ts'

export const VAN = 7
export const ACC_ON = 0b11
export const ACC_OFF = 0b10
/** A position that goes to the disk waits for others this long, milliseconds. */
export const GROUP_MS = 50

export const depot: RuleDraft = {
  family: 'fence',
  slot: 0,
  title: 'depot',
  enabled: true,
  raisesOnEnter: true,
  raisesOnLeave: true,
  deviceKeys: [VAN],
  figure: { kind: 'circle', ...TOWN, radiusM: 300 },
}

/** Sites in a folder of their own. */
export function createRulesSites() {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-rules-'))
  const opened: RulesAlone[] = []
  let made = 0
  const stop = async (alone: RulesAlone): Promise<void> => {
    opened.splice(opened.indexOf(alone), 1)
    await alone.close()
  }
  /** An empty database with the schema: made once, because that takes longer than a test. */
  const empty = startRulesAlone(join(folder, 'empty.sqlite'), () => {}).then((alone) => alone.close())
  return {
    /** A site with the fence `depot`. */
    async open() {
      const data = join(folder, String(++made))
      const location = join(data, 'fleetglass.sqlite')
      await empty
      mkdirSync(data)
      copyFileSync(join(folder, 'empty.sqlite'), location)
      const clock = createManualClock()
      const received: DeviceEvent[] = []
      const logged: string[] = []
      const failed: Error[] = []
      const start = async (over: RulesSite = {}): Promise<RulesAlone> => {
        const reported = { logLine: (line: string) => logged.push(line), failed: (error: Error) => failed.push(error) }
        const alone = await startRulesAlone(location, (event) => received.push(event), { clock, ...reported, ...over })
        opened.push(alone)
        return alone
      }
      const alone = await start()
      await alone.rules.save(depot)
      return { alone, start, stop, clock, data, received, logged, failed, nowS: clock.nowMs() / 1000 }
    },
    async closeAll(): Promise<void> {
      for (const alone of [...opened]) await stop(alone)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

export interface Reported {
  readonly speedKmh?: number
  readonly alarmBits?: number
  readonly statusBits?: number
  readonly items?: readonly { id: number; value: Uint8Array }[]
  readonly isStored?: boolean
}

/** Passes a position on as the gateway does; returns what its acknowledgement waits for. */
export function receive(
  alone: RulesAlone,
  timeS: number,
  { lat, lng }: Place,
  reported: Reported = {},
  key = VAN,
): Promise<void> | null {
  const { speedKmh = 40, isStored = false, ...over } = reported
  const { body } = positionMessage(timeS)
  const place = { latE6: Math.round(lat * 1e6), lngE6: Math.round(lng * 1e6), speedKmh }
  return alone.position(alone.device(key), { ...body, ...over } as typeof body, { timeS, place, isStored })
}

/** The same, until it is acknowledged. */
export async function report(clock: ManualClock, ...received: Parameters<typeof receive>): Promise<void> {
  const waits = receive(...received)
  clock.advance(GROUP_MS)
  await waits
}

/** Key and time of each device's state on the disk, by key. */
export const statesOf = ({ data }: { readonly data: string }): Promise<number[][]> =>
  changeDatabase(
    { data },
    (file) =>
      file.prepare('select device_key, judged_s from rule_states order by device_key').raw().all() as number[][],
  )
