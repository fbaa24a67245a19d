// A channel with a microphone and no camera, in the browser.
import { concat, digitsToBcd } from '@fleetglass/bytes'
import { DataType, encodePackets, PayloadType } from '@fleetglass/jt1078'
import { expect, test } from '@playwright/test'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'
import { CaptureDevice } from './capture-device.ts'

const DEVICE = '13800138001'
const TERMINAL = DEVICE.padStart(20, '0')
const PACKET_MS = 40

/** A minute of sound of the 2019 edition. Its number reads as a channel and a data type where six SIM bytes are assumed. */
function minuteOfSound(): Uint8Array {
  const nowMs = Date.now()
  return concat(
    Array.from({ length: 60_000 / PACKET_MS }, (_, at) =>
      encodePackets({
        simRaw: digitsToBcd(TERMINAL, 10),
        channel: 1,
        payloadType: PayloadType.g711a,
        dataType: DataType.audio,
        timestampMs: nowMs + at * PACKET_MS,
        payload: new Uint8Array(320).fill(0xd5),
        firstSerial: at,
      }),
    ).flat(),
  )
}

test('[D3] a tile shows that its channel sends sound and no picture', async ({ page }) => {
  const errors = watchErrors(page)
  const site = await Site.start()
  const capture = { terminal: TERMINAL, channel: 1, bytes: minuteOfSound() }
  const recorder = new CaptureDevice(capture, '127.0.0.1', site.ports.signalling)
  const operator = await site.operator()
  try {
    await until('the device is listed as new', async () =>
      (await operator.devices()).some((row) => row.deviceId === DEVICE),
    )
    await operator.request('D01', { A: DEVICE, C: '1', F: '1' })
    await openPage(page, site, `/liveview/${DEVICE}`)
    const tile = page.locator('.tile[data-channel="1"]')
    await expect(tile.locator('.tile-message-title')).toHaveText('Sound only, no picture', { timeout: 30_000 })
    expect(await tile.locator('.tile-spinner').count()).toBe(0)
    expect(errors).toEqual([])
  } finally {
    operator.close()
    recorder.close()
    await site.close()
  }
})
