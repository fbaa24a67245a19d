import { expect, type Locator, test } from '@playwright/test'
import { type Fleet, startFleet } from '../../apps/simulator/src/index.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

const VEHICLE = '13800138001'
/** What the browser's stand-in for a microphone beeps, and the sound of the simulated driver. */
const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

let site: Site
let fleet: Fleet

test.use({
  // The map is drawn without a graphics card here, and is only the way to the talk.
  viewport: { width: 1280, height: 800 },
  launchOptions: {
    executablePath: '/usr/bin/chromium',
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', ...FAKE_MICROPHONE],
  },
})

test.beforeAll(async () => {
  // Without the panel beside the map: its live picture is another test's.
  site = await Site.start({ site: { floatPanel: false } })
  fleet = await startFleet({ host: '127.0.0.1', signallingPort: site.ports.signalling, vehicles: 1, audio: 'g726' })
  const operator = await site.operator()
  await operator.request('D01', { A: VEHICLE, C: '4', F: '0' })
  await until('the vehicle is online', async () =>
    (await operator.devices()).some((row) => row.deviceId === VEHICLE && row.online && row.gps !== ''),
  )
  operator.close()
})

test.afterAll(async () => {
  await fleet.close()
  await site.close()
})

test('[C4] [TALK-01] [TALK-10] [TALK-14] a talk starts muted; the vehicle plays the open microphone and the modal plays the driver, until it is closed', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const sent: Buffer[] = []
  page.on('websocket', (socket) => {
    if (!socket.url().includes('type=talk')) return
    socket.on('framesent', ({ payload }) => {
      if (typeof payload !== 'string') sent.push(payload)
    })
  })
  await openPage(page, site, '/')
  await page.locator('.map-entry-open', { hasText: VEHICLE }).click()
  await page.getByRole('button', { name: 'Talk', exact: true }).click()
  const talk = page.getByRole('dialog', { name: /^Talk to / })
  await expect(talk.getByRole('status')).toHaveText('The line is open', { timeout: 60_000 })
  const speaker = fleet.devices[0]?.speaker
  // It begins muted: the button is there to be held, and nothing of the microphone is sent.
  await expect(talk.getByRole('radio', { name: 'Push to talk' })).toBeChecked()
  await expect(talk.getByRole('button', { name: 'Hold to talk' })).toHaveAttribute('aria-pressed', 'false')
  await rises(talk.getByRole('meter', { name: 'Device' }), 0.5)
  expect(speaker?.loudness() ?? 0).toBe(0)
  await talk.getByRole('radio', { name: 'Open' }).check()
  await until('the vehicle plays the microphone', async () => (speaker?.loudness() ?? 0) > 100)
  await test.step('[TALK-08] [TALK-09] [TALK-12] the browser sends G.726 of 32 kbit/s at 8000 Hz, 160 bytes each 40 ms', async () => {
    // As it came: the vehicle takes the same coding.
    expect(speaker?.codec).toBe(8)
    expect(sent.length).toBeGreaterThan(0)
    for (const message of sent) {
      expect([...message.subarray(0, 5)]).toEqual([0x56, 0x46, 1, 2, 8])
      expect([message.readUInt32BE(20), message.length]).toEqual([160, 184])
    }
  })
  // A thread beside the page encodes and has the socket.
  expect(
    page
      .workers()
      .map((worker) => new URL(worker.url()).pathname)
      .join(),
  ).toContain('voice.worker')
  await rises(talk.getByRole('meter', { name: 'You' }), 0.1)
  await talk.getByRole('radio', { name: 'Push to talk' }).check()
  await expect(talk.getByRole('button', { name: 'Hold to talk' })).toHaveAttribute('aria-pressed', 'false')
  await test.step('[TALK-13] [TALK-16] hanging up closes the line of the vehicle', async () => {
    await talk.getByRole('button', { name: 'Hang up' }).click()
    await until('the line is closed', async () => fleet.devices[0]?.streams === 0)
  })
  expect(errors).toEqual([])
})

/** Resolves when a meter, which moves 25 times a second, was above this once. */
function rises(meter: Locator, above: number): Promise<void> {
  return meter.evaluate(
    (element: HTMLMeterElement, least) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (element.value > least) resolve()
        }
        new MutationObserver(look).observe(element, { attributes: true })
        look()
      }),
    above,
  )
}
