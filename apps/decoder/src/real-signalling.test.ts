import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromHex, toHex } from '@fleetglass/bytes'
import { decodeFrame, timeDigits, unwrapFrame } from '@fleetglass/jt808'
import { decodeSignalling, encodeSignalling, type Signalling } from '@fleetglass/jt1078'
import { describe, expect, it } from 'vitest'

const COLLECTION = join(import.meta.dirname, '../../../../shared/device-frames')
const FILES = ['suite-jt808', 'synthetic-jt808', 'bodies']

// The frames are JT/T 808, what they carry is JT/T 1078: here, where both meet, the collection is compared.
describe.skipIf(!existsSync(COLLECTION))('bodies of JT/T 1078 (skipped where the collection is not there)', () => {
  it('each reads as its source says and is written back to the same bytes', () => {
    let compared = 0
    for (const { entry, place } of FILES.flatMap(entriesOf)) {
      const whole = bodyOf(entry)
      const decoded = whole && decodeSignalling(whole.messageId, whole.body)
      if (!decoded) continue
      expect(decoded, place).toMatchObject({ ok: true })
      if (!decoded.ok) continue
      expect(toHex(encodeSignalling(decoded.value).body), place).toBe(toHex(whole.body))
      const reported = report(decoded.value)
      for (const [key, value] of Object.entries(entry.expect)) {
        if (HEADER_KEYS.includes(key)) continue
        expect(reported[key], `${place} ${key}`).toContainEqual(value)
        compared++
      }
    }
    console.log(`${compared} asserted values of JT/T 1078 bodies agree`)
    expect(compared).toBeGreaterThan(0)
  })
})

interface Entry {
  readonly hex: string
  readonly messageId?: string
  readonly expect: Readonly<Record<string, unknown>>
}

/** What `real-frames.test.ts` of the jt808 package compares. */
const HEADER_KEYS = ['messageId', 'properties', 'protocolVersion', 'clientId', 'serialNo', 'verified']

function entriesOf(file: string): { entry: Entry; place: string }[] {
  const entries = JSON.parse(readFileSync(join(COLLECTION, `${file}.json`), 'utf8')) as Entry[]
  return entries.map((entry, at) => ({ entry, place: `${file}[${at}] ${entry.messageId}` }))
}

function bodyOf(entry: Entry): { messageId: number; body: Uint8Array } | null {
  const messageId = Number(entry.messageId)
  const bytes = fromHex(entry.hex)
  if (!entry.hex.startsWith('7e')) return { messageId, body: bytes }
  const content = unwrapFrame(bytes)
  const frame = content.ok ? decodeFrame(content.value) : content
  // A packet of a message that was cut is no body: its joining is tested where frames are.
  if (!frame.ok || frame.value.header.packet) return null
  return { messageId, body: frame.value.body }
}

/** Our names on the left, those of the three sources behind: two of them spell the same field differently. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  host: ['ServerIPAddr', 'ServerIp', 'ip'],
  hostLength: ['ServerIPLen', 'ServerIpLength'],
  port: ['Port'],
  tcpPort: ['TcpPort', 'tcpPort'],
  udpPort: ['UdpPort', 'udpPort'],
  user: ['UserName'],
  userLength: ['UserNameLength'],
  password: ['Password'],
  passwordLength: ['PasswordLength'],
  directoryLength: ['FileUploadPathLength'],
  channel: ['ChannelNo', 'channelNo'],
  dataType: ['DataType'],
  resource: ['MediaType', 'mediaType', 'AudioVideoResourceType'],
  stream: ['StreamType', 'streamType'],
  storage: ['MemoryType', 'MemoryPositon', 'StorageType', 'storageType'],
  way: ['PlaybackWay', 'playbackMode'],
  speedCode: ['PlaySpeed', 'playbackSpeed'],
  closes: ['CloseAudioVideoData', 'closeType'],
  lossPercent: ['packetLossRate'],
  networkBits: ['TaskExcuteCondition'],
  replySerial: ['SerialNumber', 'responseSerialNo'],
  requestSerial: ['RespondSerialNumber', 'responseSerialNo'],
  result: ['result'],
  gotOn: ['getOnCount'],
  gotOff: ['getOffCount'],
  sizeBytes: ['FileSizeByte', 'size'],
  alarmBits: ['AlarmFlag', 'warnBit'],
  alarmBitsLow: ['warnBit1'],
  alarmBitsHigh: ['warnBit2'],
  fromLocalS: ['StartTime', 'startTime'],
  beginLocalS: ['StartTime', 'startTime'],
  toLocalS: ['EndTime', 'endTime'],
  endLocalS: ['EndTime', 'endTime'],
  positionLocalS: ['DateTime', 'playbackTime'],
}

/** The commands have one name here and one for each message there. */
const COMMANDS: Readonly<Partial<Record<Signalling['name'], readonly string[]>>> = {
  liveControl: ['ControlCmd', 'command'],
  playbackControl: ['PlayControl', 'playbackMode'],
  uploadControl: ['UploadControl', 'command'],
}

/** What was read, by the sources' names; each name with the spellings of its value, since the sources write times in three ways. */
function report({ name, body }: Signalling): Record<string, unknown[]> {
  if (name === 'recordingList') {
    const entries = body.entries.map((entry) => spell(entry))
    return {
      ...spell(body),
      AudioVideoResourceTotal: [entries.length],
      AudioVideoResourceList: [entries.map((entry) => pick(entry, LIST_NAMES_GO))],
      items: [entries.map((entry) => pick(entry, LIST_NAMES_JAVA))],
    }
  }
  const reported = spell(body)
  for (const key of COMMANDS[name] ?? []) reported[key] = [(body as { command: number }).command]
  if (name === 'cameraTurn') return { ...reported, param1: [body.direction], param2: [body.speed] }
  if (name === 'cameraFocus') return { ...reported, param: [body.direction] }
  return reported
}

const LIST_NAMES_GO = [
  'ChannelNo',
  'StartTime',
  'EndTime',
  'AlarmFlag',
  'AudioVideoResourceType',
  'StreamType',
  'MemoryType',
  'FileSizeByte',
]
const LIST_NAMES_JAVA = [
  'channelNo',
  'startTime',
  'endTime',
  'warnBit',
  'mediaType',
  'streamType',
  'storageType',
  'size',
]

/** An object with these names only; times as the source of that list writes them. */
function pick(reported: Record<string, unknown[]>, names: readonly string[]): Record<string, unknown> {
  const between = names === LIST_NAMES_GO ? ' ' : 'T'
  return Object.fromEntries(
    names.map((name) => [name, reported[name]!.find((value) => String(value)[10] === between) ?? reported[name]![0]]),
  )
}

function spell(body: object): Record<string, unknown[]> {
  const reported: Record<string, unknown[]> = {}
  for (const [key, value] of Object.entries(withDerived(body))) {
    for (const name of NAMES[key] ?? []) reported[name] = key.endsWith('LocalS') ? timesOf(value as number) : [value]
  }
  return reported
}

function withDerived(body: object): object {
  const derived: Record<string, unknown> = { ...body }
  for (const [key, value] of Object.entries(body)) {
    if (typeof value === 'string') derived[`${key}Length`] = value.length
    if (typeof value !== 'bigint') continue
    derived[key] = Number(value)
    derived[`${key}Low`] = Number(value & 0xffff_ffffn)
    derived[`${key}High`] = Number(value >> 32n)
  }
  return derived
}

function timesOf(localS: number): unknown[] {
  const iso = new Date(localS * 1000).toISOString().slice(0, 19)
  return [timeDigits(localS), iso, iso.replace('T', ' ')]
}
