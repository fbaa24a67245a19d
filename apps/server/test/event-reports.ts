// A site with scheduled reports, whose clock the test moves.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EventReport,
  type EventReportInput,
  eventReportListPath,
  eventReportPath,
  eventReportsSchema,
  type ReportFile,
  reportFileAddress,
  reportFilesPath,
  reportFilesSchema,
} from '@fleetglass/contract/event-reports'
import { healthItem } from '@fleetglass/jt808'
import { createManualClock, until } from '@fleetglass/testkit'
import { sha256 } from './channel-client.ts'
import { changeDatabase } from './databases/database-file.ts'
import { DeviceClient, positionMessage } from './devices/device-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from './harness.ts'
import { callHttp } from './http-client.ts'

const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
/** Some real time between two steps of the clock, for what they begin. */
const STEP_PAUSE_MS = 3

export interface EventRow {
  readonly device: string
  readonly timeS: number
  readonly code?: number
  readonly name?: string
  readonly memo?: string
  readonly speedDkmh?: number | null
  readonly hidden?: 0 | 1
}

export type ReportSite = Awaited<ReturnType<typeof startReportSite>>

/** Starts at a moment (unix seconds) with some devices. */
export async function startReportSite(startS: number, devices: readonly string[]) {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  const clock = createManualClock(startS * 1000)
  const config = { timeZone: 0, localTargets: true }
  let server: TestServer = await startTestServer({ data, clock, config })
  const link = await server.login()
  for (const id of devices) await link.request('D01', { A: id })
  await link.close()

  const call = async (method: string, path: string, body: object = {}): Promise<unknown> =>
    JSON.parse((await callHttp(server, method, path, { body: { ...credentials, ...body } })).text)
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 10) {
      clock.advance(10_000)
      await new Promise((resolve) => setTimeout(resolve, STEP_PAUSE_MS))
    }
  }
  const files = async (query: object = {}): Promise<readonly ReportFile[]> => {
    const range = { from: '2020-01-01T00:00:00Z', to: '2040-01-01T00:00:00Z' }
    return reportFilesSchema.parse(await call('POST', reportFilesPath, { ...range, ...query }))
  }
  return {
    clock,
    data,
    credentials,
    call,
    pass,
    files,
    get server() {
      return server
    },
    insert: (work: Parameters<typeof changeDatabase<void>>[1]) => changeDatabase(server, work),
    async addEvents(rows: readonly EventRow[]): Promise<void> {
      await changeDatabase(server, (file) => {
        const insert = file.prepare(`insert into events
          (device_key, time_s, code, change, name, memo, call, lat_e6, lng_e6, speed_dkmh, hidden)
          values ((select key from devices where device_id = ?), ?, ?, 'new', ?, ?, 0, 25030000, 121560000, ?, ?)`)
        for (const { device, timeS, code = 16, name = 'Idle', memo = '', speedDkmh = 924, hidden = 0 } of rows)
          insert.run(device, timeS, code, name, memo, speedDkmh, hidden)
      })
    },
    async add(report: EventReportInput): Promise<EventReport> {
      const all = eventReportsSchema.parse(await call('POST', eventReportPath, { eventReport: report }))
      return all.at(-1)!
    },
    list: async () => eventReportsSchema.parse(await call('POST', eventReportListPath)),
    /** Sets the clock, and waits until the files of all periods that are over are there. */
    async goTo(timeS: number, count: number): Promise<readonly ReportFile[]> {
      clock.setWallClock(timeS * 1000)
      await until(`${count} report files`, async () => {
        await pass(30)
        return (await files()).length >= count
      })
      return files()
    },
    async text(file: ReportFile): Promise<string> {
      return (await callHttp(server, 'GET', reportFileAddress(file))).text
    },
    /** The cells of a file, without its head. */
    async cells(file: ReportFile): Promise<readonly (readonly string[])[]> {
      const { text } = await callHttp(server, 'GET', reportFileAddress(file))
      return text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(','))
    },
    /** The health of the cards in both slots, in percent. */
    async reportCards(device: string, cards: readonly [number, number]): Promise<void> {
      const signalling = await DeviceClient.tcp(server.ports.signalling, device)
      await signalling.login()
      const message = positionMessage(Math.floor(clock.nowMs() / 1000))
      const body = { ...message.body, items: [healthItem({ percent: null, cards })] }
      // Answered when it is stored, which the clock has a part in.
      let isAnswered = false
      void signalling.answerTo(signalling.send({ ...message, body })).then(() => {
        isAnswered = true
      })
      await until('the position is stored', async () => {
        await pass(10)
        return isAnswered
      })
      await signalling.close()
    },
    /** What lies in the folder of the report files. */
    stored: () => readdirSync(join(data, 'reports')),
    async stop(): Promise<void> {
      await server.close()
    },
    async start(): Promise<void> {
      server = await startTestServer({ data, clock, config })
    },
    async close(): Promise<void> {
      await server.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
