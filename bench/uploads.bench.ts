// Files that devices upload on their own, by FTP and as attachments of alarms, beside a bare sink that takes the same bytes by turns.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChannelClient, sha256 } from '../apps/server/test/channel-client.ts'
import { AttachmentClient } from '../apps/server/test/devices/attachment-client.ts'
import { DeviceClient, positionMessage } from '../apps/server/test/devices/device-client.ts'
import { FtpClient } from '../apps/server/test/devices/ftp-client.ts'
import { callHttp } from '../apps/server/test/http-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../apps/server/test/recordings/server-child.ts'
import {
  type AutoUploadFile,
  autoUploadFileAddress,
  autoUploadFilesSchema,
  autoUploadPath,
} from '../packages/contract/src/features/auto-upload/index.ts'
import { type AlarmSign, timeDigits, writeItem } from '../packages/jt808/src/index.ts'
import type { Bench, BenchRow } from './bench.ts'
import { type BareSink, startBareSink } from './uploads/bare-sink.ts'

const MB = 1024 * 1024
const FILE_BYTES = 32 * MB
/** Devices that upload at once. */
const DEVICES = 4
const ROUNDS = 6
const BLOCK_BYTES = 64 * 1024
const FILES_PASSWORD = 'for-the-recorders'
/** A file is hashed and entered in a table besides, and attachments are cut into blocks of 64 KiB. */
const RATIO_BAR = 0.3
const LOOP_BAR_MS = 20
/** The delay that Node's histogram reports of an idle loop is the period of its timer. */
const LOOP_TIMER_MS = 10
const password = sha256(CHILD_PASSWORD)
const deviceIds = Array.from({ length: DEVICES }, (_, n) => `1390000000${n}`)

type Put = (deviceId: string, name: string, bytes: Uint8Array) => Promise<void>

export const bench: Bench = {
  name: `Uploads: ${DEVICES} devices at once, files of ${FILE_BYTES / MB} MB`,
  async run(report) {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-bench-uploads-'))
    const sink = await startBareSink(data)
    const environment = { FLEETGLASS_FILES_PASSWORD: FILES_PASSWORD }
    const settings = { 'auto-upload-quota-megabytes': 20_000 }
    const server = await startServerChild({ data, environment, settings })
    try {
      const admin = await ChannelClient.connect(server.ports.main)
      await admin.login('admin', CHILD_PASSWORD)
      for (const id of deviceIds) await admin.request('D01', { A: id, C: '4' })
      await admin.close()
      await compare(report, { server, sink, what: 'by FTP', put: byFtp(server) })
      await compare(report, { server, sink, what: 'as attachments of alarms', put: asAttachment(server) })
      report(await resumed(server))
    } finally {
      await server.stop()
      await sink.close()
      rmSync(data, { recursive: true, force: true })
    }
  },
}

interface Compared {
  readonly server: ServerChild
  readonly sink: BareSink
  readonly what: string
  readonly put: Put
}

async function compare(report: (row: BenchRow) => void, { server, sink, what, put }: Compared): Promise<void> {
  const digests = new Map<string, string>()
  const rates: { readonly server: number; readonly bare: number }[] = []
  // A reading of the metrics begins a new histogram of the loop's delay.
  await server.metric('nodejs_eventloop_lag_p99_seconds')
  for (let round = 0; round < ROUNDS; round++) {
    const files = deviceIds.map((id) => ({
      id,
      name: `${what.replaceAll(' ', '-')}-${id}-${round}.mp4`,
      bytes: randomBytes(FILE_BYTES),
    }))
    for (const { name, bytes } of files) digests.set(name, digestOf(bytes))
    const measures = {
      server: () =>
        rateOf(
          files.map(
            ({ id, name, bytes }) =>
              () =>
                put(id, name, bytes),
          ),
        ),
      bare: () =>
        rateOf(
          files.map(
            ({ bytes }) =>
              () =>
                sink.put(bytes),
          ),
        ),
    }
    // The one that goes first changes, so that neither has the warmer machine.
    const first = round % 2 === 0 ? await measures.server() : await measures.bare()
    const second = round % 2 === 0 ? await measures.bare() : await measures.server()
    rates.push(round % 2 === 0 ? { server: first, bare: second } : { server: second, bare: first })
  }
  const loopMs = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000 - LOOP_TIMER_MS
  const [value, bare] = [median(rates.map((rate) => rate.server)), median(rates.map((rate) => rate.bare))]
  const ratio = median(rates.map((rate) => rate.server / rate.bare))
  report({
    what: `uploads ${what}`,
    value: Math.round(value),
    unit: 'MB/s',
    bar: `≥ ${RATIO_BAR} of a bare sink`,
    holds: ratio >= RATIO_BAR,
    peer: { what: 'a bare sink that syncs each file', value: Math.round(bare), ratio: Math.round(ratio * 100) / 100 },
    note: `median of ${ROUNDS} rounds by turns`,
  })
  const loop = Math.max(0, Math.round(loopMs * 100) / 100)
  const loopRow = { value: loop, unit: 'ms', bar: `< ${LOOP_BAR_MS} ms`, holds: loop < LOOP_BAR_MS }
  report({ what: `event loop delay of the server during uploads ${what}, p99`, ...loopRow })
  const differing = await differingFrom(server, digests)
  const sameRow = {
    value: differing,
    unit: '',
    bar: '0',
    holds: differing === 0,
    note: `of ${digests.size} downloaded files`,
  }
  report({ what: `files ${what} whose bytes differ from those sent`, ...sameRow })
}

/** MB per second of some files at once. */
async function rateOf(puts: readonly (() => Promise<void>)[]): Promise<number> {
  const startMs = performance.now()
  await Promise.all(puts.map((put) => put()))
  return (puts.length * FILE_BYTES) / MB / ((performance.now() - startMs) / 1000)
}

function byFtp(server: ServerChild): Put {
  return async (user, name, bytes) => {
    const client = await FtpClient.login(server.ports.files, { user, password: FILES_PASSWORD })
    const answer = await client.put(`STOR ${name}`, bytes)
    if (!answer.startsWith('226')) throw new Error(`the upload was refused: ${answer}`)
    client.close()
  }
}

function asAttachment(server: ServerChild): Put {
  let sequence = 0
  return async (deviceId, name, bytes) => {
    const device = await DeviceClient.tcp(server.ports.signalling, deviceId)
    await device.login()
    sequence = (sequence + 1) % 256
    device.send(alarmWithFile(sequence))
    const { body } = await device.next('alarmFilesRequest')
    const client = await AttachmentClient.connect(server.ports.attachments, deviceId)
    const answers = [await client.announce(body, { [name]: bytes.length }), await client.begin(name, bytes.length)]
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) client.block(name, at, bytes.subarray(at, at + BLOCK_BYTES))
    const missing = await client.end(name, bytes.length)
    if (answers.some((answer) => answer !== 0) || missing?.length !== 0) throw new Error(`${name} was not taken`)
    client.close()
    await device.close()
  }
}

/** A driver on the phone, with one file. */
function alarmWithFile(sequence: number) {
  const nowS = Math.floor(Date.now() / 1000)
  const time = timeDigits(nowS + 8 * 3600)
  const sign: AlarmSign = { form: 'short', terminalId: '8001', time, sequence, files: 1, reserved: 0 }
  const place = { altitudeM: 0, latitudeE6: 24_078_600, longitudeE6: 120_528_500 }
  const kind = { alarmId: sequence, flag: 0, type: 2, level: 1, fatigueDegree: 0, reserved: new Uint8Array(4) }
  const value = { ...kind, ...place, speedKmh: 40, time, vehicleBits: 1, sign }
  const message = positionMessage(nowS)
  return { ...message, body: { ...message.body, items: [writeItem({ id: 0x65, name: 'dsmAlarm', value })] } }
}

/** An upload that is cut at 60 % goes on from where the server has it. */
async function resumed(server: ServerChild): Promise<BenchRow> {
  const [user = ''] = deviceIds
  const bytes = randomBytes(FILE_BYTES)
  const cutAt = Math.floor(FILE_BYTES * 0.6)
  const login = () => FtpClient.login(server.ports.files, { user, password: FILES_PASSWORD })
  const cut = await login()
  const { data } = await cut.open('STOR resumed.mp4')
  await new Promise((resolve) => data.write(bytes.subarray(0, cutAt), resolve))
  data.resetAndDestroy()
  await cut.reply()
  cut.close()
  const again = await login()
  const has = Number(/^213 (\d+)$/.exec(await again.say('SIZE resumed.mp4'))?.[1] ?? 0)
  const answer = await again.put('APPE resumed.mp4', bytes.subarray(has))
  again.close()
  const differing = await differingFrom(server, new Map([['resumed.mp4', digestOf(bytes)]]))
  const sentAgain = (100 * (cutAt - has)) / FILE_BYTES
  return {
    what: 'sent again of an upload that was cut at 60 %, by FTP',
    value: Math.round(sentAgain * 10) / 10,
    unit: '% of the file',
    bar: '< 15 %, the same bytes',
    holds: answer.startsWith('226') && sentAgain < 15 && differing === 0,
    note: 'what the connection held when it was cut is lost',
  }
}

async function differingFrom(server: ServerChild, digests: ReadonlyMap<string, string>): Promise<number> {
  const body = { username: 'admin', password, afterTime: 0, beforeTime: 0xffff_ffff, limit: 100, offset: 0 }
  const files = new Map<string, AutoUploadFile>()
  for (let offset = 0; ; offset += 100) {
    const page = autoUploadFilesSchema.parse(
      (await callHttp(server, 'POST', autoUploadPath, { body: { ...body, offset } })).body,
    )
    for (const file of page) files.set(file.filename, file)
    if (page.length < 100) break
  }
  let differing = 0
  for (const [name, digest] of digests) {
    const file = files.get(name)
    if (file === undefined) differing++
    else {
      const address = autoUploadFileAddress(file, { user: 'admin', password })
      const answer = await fetch(`http://127.0.0.1:${server.ports.http}${address}`)
      if (digestOf(new Uint8Array(await answer.arrayBuffer())) !== digest) differing++
    }
  }
  return differing
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
