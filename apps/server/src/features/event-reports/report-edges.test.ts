import { expect, it, onTestFinished } from 'vitest'
import { type ReportSite, startReportSite } from '../../../test/event-reports.ts'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

async function start(startS: number, ...devices: string[]): Promise<ReportSite> {
  const site = await startReportSite(startS, devices)
  onTestFinished(() => site.close())
  return site
}

it.each(['event', 'sdcard', 'idle', 'usage'] as const)(
  '[RPT-23] the file of a %s report over no devices has its head and no rows',
  async (type) => {
    const noonS = Date.UTC(2026, 8, 15, 12) / 1000
    const { add, goTo, text } = await start(noonS)
    await add({ profile: 'Nobody', type, events: type === 'event' ? [] : [10] })
    await add({ profile: 'Unknown', type, events: type === 'event' ? [] : [10], devices: 'gone,lost' })
    const files = await goTo(noonS + DAY_S / 2, 2)
    for (const file of files) expect(await text(file)).toMatch(/^\uFEFF?Device ID,[^\r\n]+\r\n$/)
  },
)

it('[RPT-26] [RPT-29] on the day on which the clocks of a zone change, a daily report has 24 hours of its offset, and each event is in one file', async () => {
  // Sunday, 25 October 2026: at 01:00 UTC, clocks in Berlin go from 03:00 (+02:00) to 02:00 (+01:00).
  const midnightS = Date.UTC(2026, 9, 24, 22) / 1000
  const { add, addEvents, goTo, cells } = await start(midnightS, 'bus')
  await add({ profile: 'Berlin', type: 'event', tz: 2 * HOUR_S })
  const halfPastTwo = [midnightS + 2.5 * HOUR_S, midnightS + 3.5 * HOUR_S]
  const lastS = midnightS + 24.5 * HOUR_S
  await addEvents([...halfPastTwo, lastS].map((timeS) => ({ device: 'bus', timeS })))
  const files = await goTo(midnightS + 2 * DAY_S, 2)
  expect(files.map(({ starttime, endtime }) => [starttime, endtime - starttime])).toEqual([
    [midnightS + DAY_S, DAY_S],
    [midnightS, DAY_S],
  ])
  const times = await Promise.all(files.map(async (file) => (await cells(file)).map((row) => row[8])))
  expect(times).toEqual([['2026-10-26 00:30:00+02:00'], ['2026-10-25 02:30:00+02:00', '2026-10-25 03:30:00+02:00']])
})
