// Looking back, proven by the number that is burned into each picture: steps, reverse, seeks, and channels on one clock.
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import { chooseMinute, openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'
import { counterOf } from './burned-counter.ts'

const BUS = '13900000001'
/** Yesterday, one second after ten; the second channel begins a second later, with the same pictures. */
const START_S = Math.floor(Date.now() / 86_400_000 - 1) * 86_400 + 10 * 3600 + 1
const PICTURES_PER_S = 15
/** The clip begins again after as many. */
const CLIP_PICTURES = 300

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const video = { deviceId: BUS, clip: 'road', sound: false } as const
  for (const channel of [1, 2]) {
    const startMs = (START_S + channel - 1) * 1000
    recordVideo(join(site.dataDir, 'media'), { ...video, channel, startMs, seconds: 58 })
  }
  const operator = await site.operator()
  await operator.request('D01', { A: BUS, C: '2', F: '0' })
  const day = { A: BUS, B: String(START_S - (START_S % 86_400)) }
  await until('what lies in the folder is known', async () =>
    new TextDecoder().decode((await operator.request('Q06', day)).payload).includes('1'),
  )
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

test('[LOPB-09] the minutes stand in six rows of ten; the burned-in counter proves steps, reverse, seeks, and that channels show the same moment', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, `/splayback/${BUS}`)
  const first = page.locator('.tile[data-channel="1"]')

  await test.step('the minutes stand in six rows of ten', async () => {
    await expect(page.locator('.time-minutes button')).toHaveCount(60)
    const boxes = await page.locator('.time-minutes button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, top } = button.getBoundingClientRect()
        return [Math.round(left), Math.round(top)]
      }),
    )
    expect([
      boxes.length,
      new Set(boxes.map(([, top]) => top)).size,
      new Set(boxes.map(([left]) => left)).size,
    ]).toEqual([60, 6, 10])
  })

  await test.step('a step on and back shows the next and the previous picture', async () => {
    await chooseMinute(page, START_S + 9)
    await expect(first).toHaveAttribute('data-state', 'playing')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const at = await standing(first)
    const timeline = page.getByRole('slider', { name: 'Recorded minutes of the day' })
    await timeline.focus()
    for (const [key, counter] of [
      ['.', at + 1],
      ['.', at + 2],
      [',', at + 1],
      [',', at],
      [',', at - 1],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => counterOf(first)).toBe(counter)
    }
  })

  await test.step('backwards the numbers fall, and the picture stays where it is paused', async () => {
    // Far from where the clip begins again.
    await page.getByRole('button', { name: 'Second 05', exact: true }).click()
    await expect(first).toHaveAttribute('data-state', 'playing')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const from = await standing(first)
    const backwardsMs = performance.now()
    await page.getByRole('button', { name: 'Backwards' }).click()
    const seen = [from]
    await expect
      .poll(
        async () => {
          const counter = await counterOf(first)
          if (counter !== null && counter !== seen.at(-1)) seen.push(counter)
          return seen.at(-1)
        },
        { intervals: [40] },
      )
      .toBeLessThan(from - 20)
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const stood = await standing(first)
    expect(stood).toBeLessThanOrEqual(seen.at(-1) ?? 0)
    // However late the click is and the pictures are: no further back than the time that has gone by.
    expect(stood).toBeGreaterThan(from - picturesSince(backwardsMs) - PICTURES_PER_S)
  })

  await test.step('a seek shows the requested second', async () => {
    for (const second of [35, 10]) {
      const sinceMs = performance.now()
      await page.getByRole('button', { name: `Second ${second}`, exact: true }).click()
      await expect(first).toHaveAttribute('data-state', 'playing')
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      // It has played on until the click: by no more than the time that has gone by, and one group of pictures.
      const ahead = (await standing(first)) - (second - (START_S % 60)) * PICTURES_PER_S
      expect((ahead + 2 * CLIP_PICTURES) % CLIP_PICTURES).toBeLessThanOrEqual(picturesSince(sinceMs) + PICTURES_PER_S)
    }
  })

  await test.step('after any seek both channels show the same moment, within one picture', async () => {
    await page.getByRole('switch', { name: 'Several channels' }).or(page.getByLabel('Several channels')).check()
    const second = page.locator('.tile[data-channel="2"]')
    let counters: readonly [number, number] = [0, 0]
    for (const at of [50, 20]) {
      await page.getByRole('button', { name: `Second ${at}`, exact: true }).click()
      for (const tile of [first, second]) await expect(tile).toHaveAttribute('data-state', 'playing')
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      counters = [await standing(first), await standing(second)]
      const apart = counters[0] - counters[1] - PICTURES_PER_S
      // A picture is 67 ms.
      expect([0, 1, CLIP_PICTURES - 1]).toContain((apart + 2 * CLIP_PICTURES) % CLIP_PICTURES)
    }
    const [one, two] = counters
    await page.locator('[role="slider"]').focus()
    await page.keyboard.press('.')
    await expect.poll(() => counterOf(first)).toBe((one + 1) % CLIP_PICTURES)
    await expect.poll(() => counterOf(second)).toBe((two + 1) % CLIP_PICTURES)
  })

  await test.step('the pointer on the timeline shows a picture of there, and a drag marks a part', async () => {
    const track = page.locator('.timeline-slider')
    const box = (await track.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 }
    const x = (secondOfDay: number) => box.x + (secondOfDay / 86_400) * box.width
    const local = new Date(START_S * 1000)
    const recordedS = local.getHours() * 3600 + local.getMinutes() * 60 + 40
    await page.mouse.move(x(recordedS), box.y + 10)
    const preview = page.locator('.still-picture canvas')
    await expect(preview).toBeVisible()
    await page.mouse.down()
    await page.mouse.move(x(recordedS) + 60, box.y + 10)
    await page.mouse.up()
    await expect(page.getByText(/^Marked: /)).toBeVisible()
    await expect(track).toHaveAttribute('data-cut', /^\d+-\d+$/)
  })
  expect(errors).toEqual([])
})

/** The number of a picture that stands: the same for a while, in which a busy browser has shown what it still had. */
async function standing(tile: Locator): Promise<number> {
  let before: number | null = null
  let times = 0
  return until('the picture stands', async () => {
    const now = await counterOf(tile)
    times = now !== null && now === before ? times + 1 : 0
    before = now
    return times >= 4 ? now : null
  })
}

/** Pictures that playback at speed 1 has at most shown since then (of `performance.now()`). */
function picturesSince(sinceMs: number): number {
  return Math.ceil(((performance.now() - sinceMs) / 1000) * PICTURES_PER_S)
}
