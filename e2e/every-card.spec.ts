// Each card of the settings that are stored in a recorder, from its fields in the browser to the recorder and back.
import { createHash } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Fleet, startFleet } from '../apps/simulator/src/index.ts'
import { openPage } from '../tools/site/browser.ts'
import { PASSWORD, Site, USER, until } from '../tools/site/site.ts'

const VAN = '13800138001'

let site: Site
let fleet: Fleet
let page: Page

test.beforeAll(async ({ browser }) => {
  site = await Site.start()
  const there = { host: '127.0.0.1', signallingPort: site.ports.signalling, firstTerminalId: VAN }
  fleet = await startFleet({ ...there, channels: 4 })
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '4', F: '0' })
  await until('the van is online', async () =>
    (await operator.devices()).some((row) => row.deviceId === VAN && row.online && row.registered),
  )
  operator.close()
  // A small window is drawn faster where no graphics card helps.
  page = await browser.newPage({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce' })
  await openPage(page, site, '/devicesetup')
  await page.getByRole('button', { name: `Settings of ${VAN}` }).click()
  await cardOf('Driver').waitFor()
})

test.afterAll(async () => {
  await page.close()
  await fleet.close()
  await site.close()
})

const cardOf = (title: string) =>
  page.getByRole('dialog', { name: 'Remote Device Setting' }).getByRole('form', { name: title, exact: true })
const field = (card: Locator, label: string) => card.getByLabel(label, { exact: true })
const saveOf = (card: Locator) => card.getByRole('button', { name: 'Save', exact: true })
const options = (card: Locator, label: string) => field(card, label).locator('option:not([disabled])').allInnerTexts()

/** Without waiting until it stands still, which takes some frames each time. */
const press = (control: Locator) => control.dispatchEvent('click')

/** What the server reads from the recorder. */
async function readBack(): Promise<Record<string, string>> {
  const password = createHash('sha256').update(PASSWORD).digest('hex').toUpperCase()
  const reply = await fetch(site.url(`/gkserver/gkdevicesetup/${VAN}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USER, password }),
  })
  return (await reply.json()) as Record<string, string>
}

/** Saves a card, and expects the recorder to have these values. */
async function saved(card: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  await press(saveOf(card))
  await expect(card.locator('.remote-state')).toHaveText('Set: the device keeps the new values')
  await expect(saveOf(card)).toBeDisabled()
  expect(await readBack()).toMatchObject(values)
}
/** A field with values for which Save is off, and at last one that is saved. */
async function refuses(card: Locator, label: string, values: readonly string[], last: string): Promise<void> {
  for (const value of values) {
    await field(card, label).fill(value)
    await expect(saveOf(card)).toBeDisabled()
  }
  await field(card, label).fill(last)
  await expect(saveOf(card)).toBeEnabled()
}

test('[RDEV-001] [REC-02] [REC-19] /devicesetup opens the window of the device that was chosen', async () => {
  await expect(page).toHaveURL(/\/devicesetup/)
  await expect(page.getByRole('dialog', { name: 'Remote Device Setting' })).toContainText(VAN)
  await expect(page.locator('main, #root').getByText(VAN).first()).toBeAttached()
})

test('[RDEV-010] [RDEV-011] [RDEV-012] [RDEV-099] the plate takes 12 letters and digits, and has two switches', async () => {
  const card = cardOf('Plate/OSD text')
  const before = await readBack()
  await field(card, 'Plate text').fill('ab-C 1_23456789012')
  await expect(field(card, 'Plate text')).toHaveValue('abC123456789')
  for (const name of ['Plate on OSD', 'GPS on OSD']) await press(field(card, name))
  await saved(card, {
    preosd_plate: 'abC123456789',
    preosd_pl_en: before.preosd_pl_en === '1' ? '0' : '1',
    preosd_region2en: before.preosd_region2en === '1' ? '0' : '1',
  })
})

test('[RDEV-013] [RDEV-014] [RDEV-015] [RDEV-016] a label of a channel takes 12 letters and digits', async () => {
  const card = cardOf('Channel text')
  await field(card, 'Channel 4').fill('Re ar-12345678901')
  await expect(field(card, 'Channel 4')).toHaveValue('Rear12345678')
  await saved(card, { preosd_text: 'CH1,CH2,CH3,Rear12345678' })
})

test('[RDEV-017] [RDEV-018] [RDEV-019] [RDEV-095] the driver takes 15 letters and digits, or nothing', async () => {
  const card = cardOf('Driver')
  await field(card, 'Driver text').fill('')
  await saved(card, {})
  expect((await readBack()).preosd_driver ?? '').toBe('')
  await field(card, 'Driver text').fill('Lin Mei-hui 1234567')
  await expect(field(card, 'Driver text')).toHaveValue('LinMeihui123456')
  await saved(card, { preosd_driver: 'LinMeihui123456' })
})

test('[RDEV-086] [RDEV-091] [RDEV-092] a save sends what was changed on the card, and confirms that group once', async () => {
  const sent: unknown[] = []
  const listen = (request: { url(): string; method(): string; postDataJSON(): Record<string, unknown> }): void => {
    if (!request.url().includes('gkdevicesetup')) return
    const { deviceParams, keys } = request.postDataJSON()
    sent.push([request.method(), request.url().endsWith('/confirm') ? keys : deviceParams])
  }
  page.on('request', listen)
  const card = cardOf('Second server')
  await field(card, 'Heartbeat in seconds').fill('9')
  await saved(card, { net_2ndhb: '9' })
  page.off('request', listen)
  expect(sent).toEqual([
    ['PUT', { net_2ndhb: '9' }],
    ['POST', ['net_2ndhb']],
  ])
})

test('[RDEV-020] [RDEV-067] [RDEV-070] [RDEV-072] each switch of a card of its own is set', async () => {
  for (const [title, label, name] of [
    ['Speed on OSD', 'Speed on OSD', 'preosd_speed'],
    ['Audio', 'Audio on', 'enc_reca'],
    ['G-sensor guard', 'G-sensor guard on', 'sys_gguard'],
    ['Dual SD extend', 'Use both cards as one', 'sys_dualsdextend'],
  ] as const) {
    const card = cardOf(title)
    const before = await field(card, label).isChecked()
    await press(field(card, label))
    await saved(card, { [name]: before ? '0' : '1' })
  }
})

test('[RDEV-022] [RDEV-023] [RDEV-030] [RDEV-093] the G-sensor has three sliders from 0 to 512, and Original puts back what was loaded', async () => {
  const card = cardOf('G-sensor')
  const axes = ['X', 'Y', 'Z'].map((axis) => field(card, axis))
  const values = () => Promise.all(axes.map((axis) => axis.inputValue()))
  const loaded = await values()
  for (const axis of axes) await expect(axis).toHaveAttribute('max', '512')
  await press(field(card, 'G-sensor on'))
  await axes[0]?.fill('512')
  await axes[2]?.fill('0')
  await saved(card, { g_sensor_en: '0', g_sensor_x: '512', g_sensor_z: '0' })
  await press(card.getByRole('button', { name: 'Original' }))
  expect(await values()).toEqual(loaded)
  await saved(card, { g_sensor_x: loaded[0] ?? '', g_sensor_z: loaded[2] ?? '' })
})

test('[RDEV-027] [RDEV-028] [RDEV-029] the presets of the G-sensor are set in the recorder', async () => {
  const card = cardOf('G-sensor')
  for (const [name, x, y, z] of [
    ['Truck', '384', '384', '435'],
    ['Bus', '77', '77', '154'],
    ['Car', '77', '102', '128'],
  ] as const) {
    await press(card.getByRole('button', { name, exact: true }))
    await saved(card, { g_sensor_x: x, g_sensor_y: y, g_sensor_z: z })
  }
})

test('[RDEV-024] [RDEV-025] [RDEV-026] [RDEV-094] each value of a slider has its sensitivity beside it', async () => {
  const card = cardOf('G-sensor')
  const words = card.locator('.remote-slider-value')
  for (const [value, word] of [
    ['0', 'High Sensitivity'],
    ['170', 'High Sensitivity'],
    ['171', 'Medium'],
    ['340', 'Medium'],
    ['341', 'Low'],
    ['512', 'Low'],
  ] as const) {
    await field(card, 'Y').fill(value)
    await expect(words.nth(1)).toHaveText(`${word} ${value}`)
  }
  await saved(card, { g_sensor_y: '512' })
})

test('[RDEV-031] [RDEV-032] [RDEV-033] [RDEV-097] the speed limit is entered in mi/h and stored in whole km/h', async () => {
  const card = cardOf('Speed limit')
  await press(card.getByRole('button', { name: 'mi/h' }))
  await field(card, 'Speed limit').fill('200')
  await saved(card, { sys_spdlimit: '322' })
  await expect(field(card, 'Speed limit')).toHaveValue('200')
  await press(card.getByRole('button', { name: 'km/h' }))
  await expect(field(card, 'Speed limit')).toHaveValue('322')
})

test('[RDEV-034] [RDEV-046] [RDEV-071] [RDEV-102] the overspeed interval, the voltage and the speed parameter are set', async () => {
  for (const [title, label, typed, name, text] of [
    ['Overspeed interval', 'Seconds above the limit', '17', 'sys_osperiod', '17'],
    ['Work voltage', 'Volts', '12.4', 'sys_workvoltage', '124'],
    ['Speed param', 'Speed param', '77', 'sys_spdparam', '77'],
  ] as const) {
    await field(cardOf(title), label).fill(typed)
    await saved(cardOf(title), { [name]: text })
  }
})

test('[RDEV-035] [RDEV-036] [RDEV-037] [RDEV-038] temperatures are entered in C or F, and stored in tenths of a degree Celsius', async () => {
  const card = cardOf('Temperature and upper limit')
  await field(card, 'Upper limit, Sensor 1').fill('61.5')
  await press(card.getByRole('button', { name: 'F', exact: true }))
  await field(card, 'Temperature, Sensor 2').fill('212')
  await saved(card, { sys_tempul: '615,600', sys_temper: '-200,1000' })
  await expect(field(card, 'Upper limit, Sensor 1')).toHaveValue('142.7')
})

test('[RDEV-097] a limit entered in F is shown in C and F to a tenth of a degree', async () => {
  const card = cardOf('Temperature and upper limit')
  const limit = field(card, 'Upper limit, Sensor 2')
  await press(card.getByRole('button', { name: 'F', exact: true }))
  await limit.fill('98.2')
  await saved(card, {})
  expect((await readBack()).sys_tempul).toMatch(/,368$/)
  await press(card.getByRole('button', { name: 'C', exact: true }))
  await expect(limit).toHaveValue('36.8')
  await press(card.getByRole('button', { name: 'F', exact: true }))
  await expect(limit).toHaveValue('98.2')
})

test('[RDEV-039] [RDEV-040] [RDEV-098] volumes have the hint 0-100, and a value outside becomes the nearer limit', async () => {
  const card = cardOf('Audio volume')
  await expect(card.getByText('0-100', { exact: true })).toHaveCount(2)
  await field(card, 'Volume out').fill('5')
  await field(card, 'Volume in').fill('140')
  await saved(card, { enc_aog: '5', enc_aig: '100' })
})

test('[RDEV-041] [RDEV-043] [RDEV-044] [RDEV-045] the time zone and the seconds after the engine are set, at least -1', async () => {
  await field(cardOf('Timezone'), 'Time zone').selectOption({ label: 'UTC+05:45' })
  await saved(cardOf('Timezone'), { sys_tz: '20700' })
  await field(cardOf('Acc-off record seconds'), 'Seconds (-1 ~ 86400)').fill('-7')
  await saved(cardOf('Acc-off record seconds'), { sys_accoffsec: '-1' })
})

test('[RDEV-047] [RDEV-048] [RDEV-049] [RDEV-060] the heartbeat and both servers are set', async () => {
  const heartbeat = field(cardOf('Heartbeat'), 'Seconds')
  expect(await heartbeat.evaluate((one: HTMLInputElement) => [one.type, one.min, one.max])).toEqual([
    'range',
    '1',
    '30',
  ])
  await heartbeat.fill('25')
  await saved(cardOf('Heartbeat'), { net_hbsec: '25' })
  await field(cardOf('Server'), 'Address (host:port)').fill('other.test:9000')
  await saved(cardOf('Server'), { net_server: 'other.test:9000' })
  const second = cardOf('Second server')
  await press(field(second, 'Second server on'))
  await field(second, 'Heartbeat in seconds').fill('11')
  await field(second, 'Address (host:port)').fill('two.test:9000')
  await saved(second, { net_2nden: '1', net_2ndhb: '11', net_2ndserver: 'two.test:9000' })
})

test('[RDEV-050] [RDEV-120] the network and its password are set; the password is masked', async () => {
  const card = cardOf('Wifi')
  await expect(field(card, 'Password')).toHaveAttribute('type', 'password')
  await field(card, 'Network').fill('Depot 2')
  await field(card, 'Password').fill('new one')
  await saved(card, { net_wfssid: 'Depot 2', net_wfpwd: 'new one' })
})

test('[RDEV-051] [RDEV-052] [RDEV-056] [RDEV-100] clicked days of daylight saving are stored as whole days of the zone of the device', async () => {
  const card = cardOf('Daylight saving')
  const zoneS = Number((await readBack()).sys_tz)
  const month = (await card.locator('[data-day]:not([data-outside])').first().getAttribute('data-day'))?.slice(0, 8)
  const dayS = (day: string) => Date.parse(`${month}${day}T00:00:00Z`) / 1000 - zoneS
  const click = (day: string) => press(card.locator(`[data-day="${month}${day}"] button`))
  await press(field(card, 'Daylight saving on'))
  await click('20')
  await expect(saveOf(card)).toBeDisabled()
  // An earlier second day becomes the start, and a further one replaces the nearer of both.
  await click('10')
  await saved(card, { sys_dst: `1,${dayS('10')},${dayS('20') + 86_399}` })
  await click('13')
  await saved(card, { sys_dst: `1,${dayS('13')},${dayS('20') + 86_399}` })
})

test('[RDEV-053] [RDEV-054] [RDEV-055] [RDEV-057] Reset clears the days; the first that is clicked is the start and the second the end', async () => {
  const card = cardOf('Daylight saving')
  const days = card.locator('dd')
  const click = (day: string) => press(card.locator(`[data-day$="-${day}"]:not([data-outside]) button`))
  for (const [first, second] of [
    ['10', '20'],
    ['22', '12'],
  ] as const) {
    await press(card.getByRole('button', { name: 'Reset' }))
    await expect(days).toHaveText(['not chosen', 'not chosen'])
    await click(first)
    await expect(days).toHaveText([new RegExp(`\\b${first}\\b`), 'not chosen'])
    await click(second)
    await expect(days).toHaveText([first, second].sort().map((day) => new RegExp(`\\b${day}\\b`)))
  }
  await press(card.getByRole('button', { name: 'Reset' }))
  await press(field(card, 'Daylight saving on'))
  await saved(card, { sys_dst: '0,0,0' })
})

test('[RDEV-058] [RDEV-059] [RDEV-101] what each camera does is set: a character, a number and a place a channel', async () => {
  const card = cardOf('Camera settings')
  for (const label of [
    'Channel 2: Record',
    'Channel 1: Mirror',
    'Channel 3: Mirror',
    'Channel 3: Flip',
    'Channel 4: Flip',
  ])
    await press(field(card, label))
  await field(card, 'Channel 3: Position').fill('7')
  await saved(card, { cam_rec: '1011', cam_mirror: '1,0,3,2', cam_campos: '0,0,7,0' })
})

test('[RDEV-061] [RDEV-062] [RDEV-066] [RDEV-114] the sub stream has four resolutions, a frame rate and a bitrate', async () => {
  const card = cardOf('Sub stream')
  expect(await options(card, 'Resolution')).toEqual(['CIF', '360P', 'VGA', '720P'])
  for (const size of ['360P', 'VGA', '720P', 'CIF']) {
    await field(card, 'Resolution').selectOption(size)
    await field(card, 'Frame rate 1-15').fill(String(size.length + 4))
    await saved(card, { enc_sres: size, enc_sfps: String(size.length + 4) })
  }
  await field(card, 'Bitrate 32-1024').fill('480')
  await saved(card, { enc_sbit: '480' })
})

test('[RDEV-064] [RDEV-065] [RDEV-096] the sub stream is saved with 1 to 15 frames a second and 16 to 1024 kbit/s only', async () => {
  const card = cardOf('Sub stream')
  for (const rate of ['15', '1']) await refuses(card, 'Frame rate 1-15', ['0', '16', ''], rate)
  for (const rate of ['1024', '16']) await refuses(card, 'Bitrate 32-1024', ['15', '1025', ''], rate)
  await saved(card, { enc_sfps: '1', enc_sbit: '16' })
})

test('[RDEV-068] [RDEV-069] [RDEV-103] each emergency has a switch, a speed and an offset', async () => {
  const card = cardOf('Emergency')
  await press(field(card, 'Speed up'))
  await field(card, 'Speed up: Offset').fill('-4')
  await field(card, 'Speed down: Speed (km/h)').fill('33')
  await press(field(card, 'Turn'))
  await field(card, 'Turn: Offset').fill('5')
  await saved(card, { sys_eisp: '1,20,-4', sys_edsp: '0,33,0', sys_turn: '1,30,5' })
})

test('[RDEV-073] [RDEV-077] [RDEV-078] [RDEV-104] alarms have priorities from 1 to 6, and are shown by the four channels there are', async () => {
  const card = cardOf('Event alarm')
  expect(await options(card, 'Priority')).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(await options(card, 'Show')).toEqual(['ch1', 'ch2', 'ch3', 'ch4', 'all', 'ch1-4', 'Event'])
  await field(card, 'Show').selectOption('ch1-4')
  await field(card, 'Priority').selectOption('6')
  await saved(card, { event_almshow: 'ch1-4', event_almpri: '6' })
})

test('[RDEV-074] [RDEV-075] [RDEV-076] the two numbers of a combo alarm differ, and are stored with the smaller first', async () => {
  const card = cardOf('Combo alarm')
  await field(card, 'Show').selectOption('ch2')
  await field(card, 'Priority').selectOption('3')
  await refuses(card, 'First alarm', ['2'], '8')
  await saved(card, { event_comalmshow: 'ch2', event_comalmpri: '3', event_comalmno: '2,8' })
})

test('[RDEV-079] [RDEV-081] [RDEV-082] [RDEV-083] ADAS has its switch and speeds within their bounds', async () => {
  const card = cardOf('ADAS')
  await press(field(card, 'ADAS on'))
  await refuses(card, 'PCW speed', ['6', '101'], '7')
  await refuses(card, 'FCW speed', ['-1', '101'], '0')
  await refuses(card, 'HMW speed', ['-1', '101'], '100')
  await saved(card, { event_adas_en: '0' })
  expect((await readBack()).motovisadas?.split('\n')).toEqual(
    expect.arrayContaining(['pcw_speed=7', 'fcw_speed=0', 'hmw_speed=100']),
  )
})

test('[RDEV-080] [RDEV-084] [RDEV-085] [RDEV-105] DSM and LDW have speeds from 0 to 100; other lines are kept in their order', async () => {
  await refuses(cardOf('ADAS'), 'LDW speed', ['-1', '101'], '100')
  await saved(cardOf('ADAS'), {})
  const card = cardOf('DSM')
  await press(field(card, 'DSM on'))
  await refuses(card, 'DSM speed', ['-1', '101'], '60')
  await saved(card, { event_dsm_en: '0' })
  expect((await readBack()).motovisadas).toMatch(
    /^volume=6\npcw_speed=\d+\nfcw_speed=\d+\nhmw_speed=\d+\nldw_speed=100\ndsm_speed=60\ncalibrated=1$/,
  )
})
