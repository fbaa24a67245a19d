// A talk in a Chromium whose microphone beeps, and a recorder that says what it hears: from the microphone's samples to those
// that go to the loudspeaker, both as the page itself has them.
import type { Page } from '@playwright/test'
import { startFleet } from '../../apps/simulator/src/index.ts'
import { signIn } from '../../e2e/browser.ts'
import { Site, until } from '../../e2e/site.ts'
import { launchBrowser } from './tile-pages.ts'

const TERMINAL = '13600000001'
const PATIENCE_MS = 120_000
/** Of the browser's stand-in for a microphone: two beeps a second. */
const BEEPS_PER_S = 2

/** Ms from a beep at the microphone to its echo at the loudspeaker, for so many beeps. */
export async function roundTrips(beeps: number): Promise<readonly number[]> {
  // Without the panel beside the map: its live picture is another bench's.
  const site = await Site.start({ site: { floatPanel: false } })
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ])
  const fleet = await startFleet({
    ...{ host: '127.0.0.1', signallingPort: site.ports.signalling },
    ...{ vehicles: 1, firstTerminalId: TERMINAL, audio: 'g711a', intervalS: 1 },
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
    return await heard(page, beeps)
  } finally {
    await browser.close()
    await fleet.close()
    await site.close()
  }
}

async function heard(page: Page, beeps: number): Promise<readonly number[]> {
  // The first ones find a line that is being opened.
  await page.evaluate(() => {
    window.soundTap.tookMs.length = 0
  })
  const endMs = performance.now() + (beeps / BEEPS_PER_S) * 2000 + 10_000
  const heardOf = () => page.evaluate(() => window.soundTap.tookMs)
  let tookMs = await heardOf()
  // A page that is late misses some: what came counts, and the row says how many.
  while (tookMs.length < beeps && performance.now() < endMs) {
    await page.waitForTimeout(250)
    tookMs = await heardOf()
  }
  if (tookMs.length === 0) throw new Error('no beep came back to the loudspeaker')
  return tookMs
}

declare global {
  interface Window {
    soundTap: { tookMs: number[] }
  }
}

/** Runs in the page: listens where the microphone comes in and where sound goes out. */
function tapSound(): void {
  const LOUD = 0.03
  const SILENT_MS = 100
  const tap = { tookMs: [] as number[] }
  window.soundTap = tap
  let saidMs = 0
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
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    if (this instanceof MediaStreamAudioSourceNode) {
      listen(this, (nowMs) => {
        saidMs = nowMs
      })
    }
    if (to[0] instanceof AudioDestinationNode) {
      listen(this, (nowMs) => {
        if (saidMs > 0) tap.tookMs.push(nowMs - saidMs)
        saidMs = 0
      })
    }
    return connect.apply(this, to)
  } as typeof AudioNode.prototype.connect
}
