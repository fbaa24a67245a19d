import { encodeMediaHeader, MediaCodec, parseMediaMessage } from '@fleetglass/contract/streams'
import { TALK_FRAME_SAMPLES } from '@fleetglass/contract/talk'
import { audioDecoder, audioEncoder } from '@fleetglass/media'
import { StreamClient } from '../apps/server/test/stream-client.ts'
import { startFleet } from '../apps/simulator/src/index.ts'
import { startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { requireBuiltConsole } from './console/built-console.ts'
import { pause, percentile, until } from './video/children.ts'
import { roundTrips } from './video/talk-page.ts'

const TERMINAL = 13_600_000_001
const FRAME_MS = 40
const WORDS = 25
/** A word is one loud frame among silent ones, this many frames apart. */
const WORD_PERIOD = 10
const LOUD = 3_000
const BEEPS = 24

/** Both ways: from an operator through the server to a recorder that echoes the sound. */
export const bench: Bench = { name: 'video: talk, mouth to ear', run: mouthToEar }

async function mouthToEar(report: (row: BenchRow) => void): Promise<void> {
  const roadMs = await throughTheServer()
  const oneWayMs = percentile(roadMs, 0.95) / 2
  report({
    what: `talk on loopback, one way through server and recorder, p95 of ${roadMs.length}`,
    value: oneWayMs,
    unit: 'ms',
    bar: '≤ 400 ms with the console, which follows',
    holds: roadMs.length === WORDS && oneWayMs <= 400,
    note: 'half of an echo, without a console',
  })
  requireBuiltConsole()
  const { tookMs, missed } = await roundTrips(BEEPS)
  const value = percentile(tookMs, 0.95)
  report({
    what: `talk from the microphone to the loudspeaker of a Chromium by way of a recorder's echo, p95 of ${tookMs.length}`,
    value,
    unit: 'ms',
    bar: '≤ 400 ms, none missed',
    holds: value <= 400 && missed === 0 && tookMs.length >= BEEPS,
    note: `more than mouth to ear: both ways through the server; median ${percentile(tookMs, 0.5).toFixed(0)} ms, longest ${Math.max(...tookMs).toFixed(0)} ms, ${missed} missed within 2 s`,
  })
}

/** An operator's frames without a console. */
async function throughTheServer(): Promise<number[]> {
  const server = await startServerWith({ devices: 1, firstTerminal: TERMINAL })
  const { signalling, streams } = server.ports
  const where = { host: '127.0.0.1', signallingPort: signalling, vehicles: 1, firstTerminalId: String(TERMINAL) }
  const fleet = await startFleet({ ...where, audio: 'g711a' })
  try {
    fleet.devices[0]?.setFault('echo', true)
    await until('the recorder is online', async () => fleet.devices[0]?.state === 'online')
    const operator = await StreamClient.open(streams, { type: 'talk', deviceid: TERMINAL, channel: 1 })
    await operator.until(() => operator.states.includes('playing'), 'the line is open')
    const tookMs = await echoes(operator)
    await operator.close()
    return tookMs
  } finally {
    await fleet.close()
    await server.close()
  }
}

/** Ms from giving a word to the encoder to its samples behind the decoder, for each word. */
async function echoes(operator: StreamClient): Promise<number[]> {
  const encoder = audioEncoder(MediaCodec.g726, { bits: 4, packing: 'little' })
  const decoder = audioDecoder(MediaCodec.g711a)
  if (!encoder || !decoder) throw new Error('a codec of the bench is missing')
  const silence = new Int16Array(TALK_FRAME_SAMPLES)
  const word = Int16Array.from({ length: TALK_FRAME_SAMPLES }, (_, at) => Math.round(12_000 * Math.sin(at / 2)))
  const tookMs: number[] = []
  let saidMs = 0
  operator.socket.on('message', (data, isBinary) => {
    const message = isBinary ? parseMediaMessage(data as Buffer) : null
    const samples = message === null ? null : decoder(message.payload)
    const isLoud = samples?.ok === true && samples.value.some((sample) => Math.abs(sample) > LOUD)
    if (!isLoud || saidMs === 0) return
    tookMs.push(performance.now() - saidMs)
    saidMs = 0
  })
  for (let sequence = 0; sequence < WORDS * WORD_PERIOD; sequence++) {
    const isWord = sequence % WORD_PERIOD === WORD_PERIOD - 1
    if (isWord) saidMs = performance.now()
    const payload = encoder(isWord ? word : silence)
    const flags = { keyFrame: true, discontinuity: sequence === 0, mainStream: false, channel: 1, sequence }
    const header = { kind: 'audio', codec: MediaCodec.g726, timestampMs: Date.now(), ...flags } as const
    operator.socket.send(Buffer.concat([encodeMediaHeader(header, payload.length), payload]))
    await pause(FRAME_MS)
  }
  return tookMs
}
