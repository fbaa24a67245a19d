// A talk in a Chromium whose microphone beeps, and a recorder that echoes the sound: from the microphone's samples to those
// that go to the loudspeaker, both as the page itself has them.
import type { Page } from '@playwright/test'
import { startFleet } from '../../apps/simulator/src/index.ts'
import { signIn } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'
import { launchBrowser } from './tile-pages.ts'

const TERMINAL = '13600000001'
const PATIENCE_MS = 120_000
/** The browser's stand-in for a microphone beeps twice a second: until the next one, its echo, or the wait for it. */
const TURN_MOST_MS = 4_000

/** What became of beeps. */
export interface Received {
  /** Ms from a beep at the microphone to its echo at the loudspeaker. */
  readonly tookMs: readonly number[]
  /** Beeps without an echo within two seconds. */
  readonly missed: number
}

/** So many beeps, one after the other. */
export async function roundTrips(beeps: number): Promise<Received> {
  // Without the panel beside the map: its live picture is another bench's.
  const site = await Site.start({ site: { floatPanel: false } })
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ])
  const fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: site.ports.signalling,
    vehicles: 1,
    firstTerminalId: TERMINAL,
    audio: 'g711a',
    intervalS: 1,
  })
  try {
    fleet.devices[0]?.setFault('echo', true)
    const operator = await site.operator()
    await operator.request('D01', { A: TERMINAL, C: '4', F: '0' })
    await until('the recorder is online', async () =>
      (await operator.devices()).some((row) => row.deviceId === TERMINAL && row.online && row.gps !== ''),
    )
    operator.close()
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(PATIENCE_MS)
    await page.addInitScript(tapSound)
    await signIn(page, site)
    await page.goto(site.url('/'))
    await page.locator('.map-entry-open', { hasText: TERMINAL }).click()
    await page.getByRole('button', { name: 'Talk', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'The line is open' }).waitFor()
    return await received(page, beeps)
  } finally {
    await browser.close()
    await fleet.close()
    await site.close()
  }
}

async function received(page: Page, beeps: number): Promise<Received> {
  // The first ones find a line that is being opened.
  await page.evaluate(() => {
    window.soundTap.tookMs.length = 0
    window.soundTap.missed = 0
  })
  const endMs = performance.now() + beeps * TURN_MOST_MS
  const receivedOf = (): Promise<Received> => page.evaluate(() => window.soundTap)
  let got = await receivedOf()
  while (got.tookMs.length + got.missed < beeps && performance.now() < endMs) {
    await page.waitForTimeout(250)
    got = await receivedOf()
  }
  if (got.tookMs.length === 0) throw new Error('no beep came back to the loudspeaker')
  return got
}

declare global {
  interface Window {
    soundTap: { tookMs: number[]; missed: number }
  }
}

/**
 * Runs in the page: listens where the microphone comes in and where sound goes out. Of the beeps one is let in when the one
 * before it is back or given up, so that no echo is taken for that of another, however long it took.
 */
function tapSound(): void {
  const LOUD = 0.03
  const SILENT_MS = 100
  const HALF_PERIOD_MS = 250
  const MISSED_MS = 2000
  const tap = { tookMs: [] as number[], missed: 0 }
  window.soundTap = tap
  let isOut = false
  let saidMs = 0
  let miss = 0
  const { connect } = AudioNode.prototype as { connect: (this: AudioNode, ...to: unknown[]) => unknown }
  const listen = (node: AudioNode, onBegins: (nowMs: number) => void): void => {
    const analyser = node.context.createAnalyser()
    // The latest 40 ms: a beep is not missed when the page looks late.
    analyser.fftSize = 2048
    connect.call(node, analyser)
    const samples = new Float32Array(analyser.fftSize)
    let loudMs = 0
    setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      if (!samples.some((sample) => Math.abs(sample) > LOUD)) return
      const nowMs = performance.now()
      if (nowMs - loudMs > SILENT_MS) onBegins(nowMs)
      loudMs = nowMs
    }, 4)
  }
  /** Behind it there is silence, but for the beep that is being measured. */
  const gateOf = (microphone: AudioNode): GainNode => {
    const gate = microphone.context.createGain()
    gate.gain.value = 0
    connect.call(microphone, gate)
    listen(microphone, () => {
      if (isOut) return
      isOut = true
      saidMs = 0
      setTimeout(() => (gate.gain.value = 1), HALF_PERIOD_MS)
      setTimeout(() => (gate.gain.value = 0), 3 * HALF_PERIOD_MS)
      miss = window.setTimeout(
        () => {
          tap.missed++
          isOut = false
        },
        3 * HALF_PERIOD_MS + MISSED_MS,
      )
    })
    listen(gate, (nowMs) => (saidMs ||= nowMs))
    return gate
  }
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    if (to[0] instanceof AudioDestinationNode) {
      listen(this, (nowMs) => {
        if (!isOut || saidMs === 0) return
        clearTimeout(miss)
        tap.tookMs.push(nowMs - saidMs)
        isOut = false
      })
    }
    return connect.apply(this instanceof MediaStreamAudioSourceNode ? gateOf(this) : this, to)
  } as typeof AudioNode.prototype.connect
}
