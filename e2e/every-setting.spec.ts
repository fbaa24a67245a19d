// The settings of one device with everything set: each value is none that a device begins with, and stands in its field
// of the editor, whether the server or the recorder stores it.
import { createHash } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Fleet, startFleet } from '../apps/simulator/src/index.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { PASSWORD, Site, USER, until } from '../tools/site/site.ts'

const VAN = '13800138001'

test.use({ timezoneId: 'Asia/Taipei', locale: 'en-GB' })

const record = {
  channel: 3,
  talkch: 2,
  gpstzenable: 1,
  icon: 6,
  maplocation: '24.5,121.25',
  extid: 'X-42',
  driver: 'Lin Mei',
  driverlicense: 'DL-77',
  vehicleid: 'Cold truck 9',
  plate: 'KAB-1207',
  chmask: '101',
  streamtype: '010',
  recplan: '011',
  chnames: 'Road,Door,Load',
  chsort: '3,1,2',
  recenable: 2,
  recdays: 12,
  recaudio: 2,
  eventdays: 30,
  videolossinterval: 45,
  netlimit: 1,
  maxnetflow: 7168,
}

const parameters: Readonly<Record<string, string>> = {
  preosd_pl_en: '1',
  preosd_plate: 'KAB1207',
  preosd_region2en: '1',
  preosd_text: 'Road,Door,Load,Rear',
  preosd_driver: 'LinMei',
  preosd_speed: '1',
  g_sensor_en: '0',
  g_sensor_x: '384',
  g_sensor_y: '301',
  g_sensor_z: '435',
  sys_spdlimit: '95',
  sys_osperiod: '12',
  sys_temper: '-184,37',
  sys_tempul: '615,420',
  enc_aog: '70',
  enc_aig: '35',
  sys_tz: '20700',
  sys_accoffsec: '90',
  sys_workvoltage: '115',
  net_hbsec: '21',
  net_server: 'other.test:7809',
  net_wfssid: 'Depot 2',
  net_wfpwd: 'a new secret',
  cam_rec: '1011',
  sys_dst: '1,1774721700,1793124899',
  cam_mirror: '0,1,2,3',
  cam_campos: '0,4,1,2',
  net_2nden: '1',
  net_2ndhb: '15',
  net_2ndserver: 'second.test:7809',
  enc_sres: 'VGA',
  enc_sfps: '7',
  enc_sbit: '480',
  enc_reca: '0',
  sys_eisp: '1,40,-3',
  sys_edsp: '1,35,4',
  sys_turn: '1,25,7',
  sys_gguard: '1',
  sys_spdparam: '1234',
  sys_dualsdextend: '1',
  event_almshow: 'Event',
  event_almpri: '6',
  event_comalmshow: 'ch1',
  event_comalmpri: '2',
  event_comalmno: '3,12',
  event_adas_en: '0',
  event_dsm_en: '0',
  motovisadas: 'pcw_speed=41\nfcw_speed=42\nhmw_speed=43\nldw_speed=44\ndsm_speed=45',
}

/** What stands in the fields of each card then. */
const cards = {
  'Plate/OSD text': { 'Plate on OSD': true, 'Plate text': 'KAB1207', 'GPS on OSD': true },
  'Channel text': { 'Channel 1': 'Road', 'Channel 2': 'Door', 'Channel 3': 'Load', 'Channel 4': 'Rear' },
  Driver: { 'Driver text': 'LinMei' },
  'Speed on OSD': { 'Speed on OSD': true },
  'G-sensor': { 'G-sensor on': false, X: '384', Y: '301', Z: '435' },
  'Speed limit': { 'Speed limit': '95' },
  'Overspeed interval': { 'Seconds above the limit': '12' },
  'Temperature and upper limit': {
    'Temperature, Sensor 1': '-18.4',
    'Temperature, Sensor 2': '3.7',
    'Upper limit, Sensor 1': '61.5',
    'Upper limit, Sensor 2': '42',
  },
  'Audio volume': { 'Volume out': '70', 'Volume in': '35' },
  Timezone: { 'Time zone': 'UTC+05:45' },
  'Acc-off record seconds': { 'Seconds (-1 ~ 86400)': '90' },
  'Work voltage': { Volts: '11.5' },
  Heartbeat: { Seconds: '21' },
  Server: { 'Address (host:port)': 'other.test:7809' },
  Wifi: { Network: 'Depot 2', Password: 'a new secret' },
  'Daylight saving': { 'Daylight saving on': true },
  'Camera settings': Object.fromEntries(
    (
      [
        [true, false, false, '0'],
        [false, true, false, '4'],
        [true, false, true, '1'],
        [true, true, true, '2'],
      ] as const
    ).flatMap(([isRecorded, isMirrored, isFlipped, place], at) => [
      [`Channel ${at + 1}: Record`, isRecorded],
      [`Channel ${at + 1}: Mirror`, isMirrored],
      [`Channel ${at + 1}: Flip`, isFlipped],
      [`Channel ${at + 1}: Position`, place],
    ]),
  ),
  'Second server': {
    'Second server on': true,
    'Heartbeat in seconds': '15',
    'Address (host:port)': 'second.test:7809',
  },
  'Sub stream': { Resolution: 'VGA', 'Frame rate 1-15': '7', 'Bitrate 32-1024': '480' },
  Audio: { 'Audio on': false },
  Emergency: {
    'Speed up': true,
    'Speed up: Speed (km/h)': '40',
    'Speed up: Offset': '-3',
    'Speed down': true,
    'Speed down: Speed (km/h)': '35',
    'Speed down: Offset': '4',
    Turn: true,
    'Turn: Speed (km/h)': '25',
    'Turn: Offset': '7',
  },
  'G-sensor guard': { 'G-sensor guard on': true },
  'Speed param': { 'Speed param': '1234' },
  'Dual SD extend': { 'Use both cards as one': true },
  'Event alarm': { Show: 'Event', Priority: '6' },
  'Combo alarm': { Show: 'ch1', Priority: '2', 'First alarm': '3', 'Second alarm': '12' },
  ADAS: { 'ADAS on': false, 'PCW speed': '41', 'FCW speed': '42', 'HMW speed': '43', 'LDW speed': '44' },
  DSM: { 'DSM on': false, 'DSM speed': '45' },
}

const fence = {
  title: 'Cold store',
  enable: 0,
  lat: 24.5,
  lng: 121.25,
  radius: 137,
  trigger_in: 0,
  trigger_out: 1,
  devices: [VAN],
}

let site: Site
let fleet: Fleet

test.beforeAll(async () => {
  site = await Site.start()
  const there = { host: '127.0.0.1', signallingPort: site.ports.signalling, firstTerminalId: VAN }
  fleet = await startFleet({ ...there, channels: 4 })
  const operator = await site.operator()
  await operator.request('D01', { A: VAN, C: '4', F: '0' })
  await until('the van is online', async () =>
    (await operator.devices()).some((row) => row.deviceId === VAN && row.online && row.registered),
  )
  operator.close()
})

test.afterAll(async () => {
  await fleet.close()
  await site.close()
})

async function call(method: string, path: string, body: object = {}): Promise<Record<string, unknown>> {
  const password = createHash('sha256').update(PASSWORD).digest('hex').toUpperCase()
  const reply = await fetch(site.url(path), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USER, password, ...body }),
  })
  return (await reply.json()) as Record<string, unknown>
}

/** What stands in the fields of a form by their labels: a text, the words of a choice, or whether a box is checked. */
function valuesOf(form: Locator): Promise<Record<string, string | boolean>> {
  return form.evaluate((element) => {
    const values: Record<string, string | boolean> = {}
    for (const field of element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      const label = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? ''
      if (field instanceof HTMLSelectElement) values[label.trim()] = field.selectedOptions[0]?.textContent ?? ''
      else values[label.trim()] = field.type === 'checkbox' ? field.checked : field.value
    }
    return values
  })
}

/** Fields whose value is the same in both. */
function sameIn(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(after).filter((name) => String(before[name] ?? '') === String(after[name]))
}

test('[SDEV-02] [SDEV-16] [REC-03] [REC-18] each value of the record is with the server as it was saved, in the list and in its field of the editor', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const read = () => call('POST', '/gkdevice/setting', { deviceid: VAN })
  const before = await read()
  expect(sameIn(before, record)).toEqual([])
  expect(await call('PUT', '/gkdevice/setting', { deviceid: VAN, changed: record })).toMatchObject({ hasError: false })
  const { hasError, message, ...stored } = await read()
  expect([hasError, message]).toEqual([before.hasError, before.message])
  expect(stored).toEqual({ deviceid: VAN, ...record })

  await openPage(page, site, '/regdevices')
  const cells = page
    .locator('[aria-label="Recording settings of the devices"] tbody tr')
    .filter({ hasText: VAN })
    .locator('th, td')
  await expect
    .poll(async () => (await cells.allInnerTexts()).join(' | '))
    .toContain(
      [
        ...[VAN, 'X-42', 'Lin Mei', 'Cold truck 9', '3', '010', '101', 'Selected channels', '12 days'],
        ...['All microphones, not recorded', '7 MB'],
      ].join(' | '),
    )
  await page.getByRole('button', { name: `Edit ${VAN}` }).click()
  const editor = page.getByRole('dialog', { name: `${VAN} Editor` })
  await expect(editor.getByLabel('Device Memo')).toHaveValue('Cold truck 9')
  const channels = [
    [1, 'Road', true, false, false],
    [2, 'Door', false, true, true],
    [3, 'Load', true, false, true],
  ] as const
  expect(await valuesOf(editor)).toEqual({
    'Device Memo': 'Cold truck 9',
    Plate: 'KAB-1207',
    Driver: 'Lin Mei',
    'Driver licence': 'DL-77',
    'External ID': 'X-42',
    Icon: 'Train',
    'Map location': '24.5,121.25',
    'Auto Set TZ': true,
    'Number of channels': '3',
    'Talk channel': '2',
    Recording: 'Selected channels',
    Sound: 'All microphones, not recorded',
    'Default of “Storage days”': false,
    'Storage days': '12',
    'Default of “Event reserve days”': false,
    'Event reserve days': '30',
    'Seconds between video losses': '45',
    'Limit the traffic': true,
    'Limit (MB/Month)': '7',
    ...Object.fromEntries(
      channels.flatMap(([channel, name, isOn, isMain, isRecorded]) => [
        [`Name of channel ${channel}`, name],
        [`Channel ${channel} is on`, isOn],
        [`Main stream of channel ${channel}`, isMain],
        [`Record channel ${channel}`, isRecorded],
      ]),
    ),
  })
  // In the order of `chsort`.
  await expect(editor.locator('.editor-table tbody th')).toHaveText(['3', '1', '2'])
  expect(errors).toEqual([])
})

test('[RDEV-002] [RDEV-042] [RDEV-106] each value that is set in a recorder is read from it again, and stands in its field', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const path = `/gkserver/gkdevicesetup/${VAN}`
  const before = await call('POST', path)
  expect(sameIn(before, parameters)).toEqual([])
  expect(String(before.settings).split(',').sort()).toEqual(Object.keys(parameters).sort())
  expect(await call('PUT', path, { deviceParams: parameters })).toEqual({
    hasError: false,
    message: '',
    outcome: 'set',
  })
  const after = await call('POST', path)
  expect(after).toMatchObject({ ...parameters, motovisadas: expect.anything() })
  expect(String(after.motovisadas).split('\n')).toEqual(
    expect.arrayContaining(parameters.motovisadas?.split('\n') ?? []),
  )

  await openSettings(page)
  const dialog = page.getByRole('dialog', { name: 'Remote Device Setting' })
  await expect(dialog.getByLabel('Plate text')).toHaveValue('KAB1207')
  const shown: Record<string, Record<string, string | boolean>> = {}
  for (const card of await dialog.locator('.remote-card').all())
    shown[(await card.locator('h3').innerText()).trim()] = await valuesOf(card)
  expect(shown).toEqual(cards)
  // In the device's zone, the first day and the last.
  await expect(dialog.getByRole('form', { name: 'Daylight saving' }).locator('dd')).toHaveText([
    'Mar 29, 2026',
    'Oct 27, 2026',
  ])
  expect(errors).toEqual([])
})

test('[FENCE-15] [FENCE-21] [API1-12] each value of a fence is with the server as it was saved, in its field, and on the map', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const operator = await site.operator()
  await operator.request('D01', { A: 'bus', C: '1', F: '0' })
  operator.close()
  await openPage(page, site, '/idle')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const at = async (path: string) => (await page.request.get(site.url(path))).json()
  expect(sameIn(await at('/gkserver/fence/6'), fence)).toEqual(['enable', 'trigger_in'])
  // None of them is as in an unused slot, one state after the other.
  for (const saved of [{ ...fence, enable: 1, trigger_in: 1, trigger_out: 0 }, fence]) {
    expect(await call('PUT', '/gkserver/fence/6', saved)).toMatchObject({ hasError: false })
    expect(await at('/gkserver/fence/6')).toEqual(saved)
    expect((await at('/gkserver/fencelist'))[6]).toEqual({ index: 6, ...saved })
    await page.goto(site.url('/fence'))
    const box = page.locator('.draw-map-box')
    await page.locator('.draw-map-box[data-painted]').waitFor()
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await field('Fence').selectOption({ label: '7 · Cold store' })
    await expect(field('Title')).toHaveValue('Cold store')
    const numbers = ['Latitude', 'Longitude', 'Radius(m)'].map((name) => field(name).inputValue())
    expect(await Promise.all(numbers)).toEqual(['24.5', '121.25', '137'])
    expect(await field('State').inputValue()).toBe(String(saved.enable))
    expect([await field('Trigger_in').isChecked(), await field('Trigger_out').isChecked()]).toEqual([
      saved.trigger_in === 1,
      saved.trigger_out === 1,
    ])
    const listed = page.locator('.device-checklist label')
    await expect(listed.filter({ hasText: VAN }).getByRole('checkbox')).toBeChecked()
    await expect(listed.filter({ hasText: 'bus' }).getByRole('checkbox')).not.toBeChecked()
    // The circle is in the middle of the map, as wide as the map's scale shows.
    const [map, ring, scale] = [
      await box.boundingBox(),
      page.locator('.draw-ring'),
      page.locator('.maplibregl-ctrl-scale'),
    ]
    await expect
      .poll(async () => {
        const circle = await ring.boundingBox()
        const [, number, unit] = /^(\d+)\s(k?m)$/.exec(await scale.innerText()) ?? []
        const ofPixel = (Number(number) * (unit === 'km' ? 1000 : 1)) / ((await scale.boundingBox())?.width ?? 0)
        if (circle === null || map === null) return null
        const off = [
          circle.x + circle.width / 2 - map.x - map.width / 2,
          circle.y + circle.height / 2 - map.y - map.height / 2,
        ]
        return [...off.map((px) => Math.abs(px) < 4), Math.abs((circle.width / 2) * ofPixel - 137) < 7]
      })
      .toEqual([true, true, true])
  }
  expect(errors).toEqual([])
})

async function openSettings(page: Page): Promise<void> {
  await openPage(page, site, '/devicesetup')
  await page.getByRole('button', { name: /^Settings of / }).click()
}
