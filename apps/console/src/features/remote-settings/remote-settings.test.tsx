// @vitest-environment happy-dom
import { fullAccess, withoutFlags } from '@fleetglass/contract/access'
import {
  type RemoteParameterName,
  remoteCardNames,
  remoteCards,
  remoteParameterNames,
} from '@fleetglass/contract/remote-settings'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, passwordHash, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startTexts } from '../../platform/texts/index.ts'
import { toastList } from '../../ui/toast-list.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { loadRemoteSettings, pages } from './index.ts'

const PATH = '/gkserver/gkdevicesetup/van'
const CONFIRM = `${PATH}/confirm`
const van = device({ deviceId: 'van', online: true, channelCount: 4 })
const done = { hasError: false, message: '', outcome: 'set' }

const kept: Partial<Record<RemoteParameterName, string>> = {
  preosd_pl_en: '0',
  preosd_plate: 'ABC123',
  preosd_region2en: '0',
  preosd_text: 'Road,Door',
  preosd_driver: 'Lin',
  preosd_speed: '0',
  g_sensor_en: '1',
  g_sensor_x: '10',
  g_sensor_y: '171',
  g_sensor_z: '341',
  sys_spdlimit: '97',
  sys_osperiod: '5',
  sys_temper: '-200,212',
  sys_tempul: '600',
  enc_aog: '80',
  enc_aig: '60',
  sys_tz: '28800',
  sys_accoffsec: '60',
  sys_workvoltage: '115',
  net_hbsec: '20',
  net_server: 'fleet.test:7808',
  net_wfssid: 'Depot',
  net_wfpwd: 'hush-hush',
  sys_dst: '0,0,0',
  cam_rec: '1111',
  cam_mirror: '0,1,2,3',
  cam_campos: '0,0,0,0',
  net_2nden: '0',
  net_2ndhb: '30',
  net_2ndserver: '',
  enc_sres: '',
  enc_sfps: '15',
  enc_sbit: '470',
  enc_reca: '0',
  sys_eisp: '0,20,0',
  sys_edsp: '0,25,0',
  sys_turn: '0,30,0',
  sys_gguard: '0',
  sys_spdparam: '0',
  sys_dualsdextend: '0',
  event_almshow: 'all',
  event_almpri: '1',
  event_comalmshow: 'all',
  event_comalmpri: '1',
  event_comalmno: '1,2',
  event_adas_en: '1',
  event_dsm_en: '1',
  motovisadas: 'volume=6\npcw_speed=30\nfcw_speed=30\nhmw_speed=30\nldw_speed=50\ndsm_speed=20',
}

type Answers = { readonly read?: () => unknown; readonly save?: () => unknown; readonly confirm?: () => unknown }

let open: Awaited<ReturnType<typeof openConsole>>
let giveBackSize: () => void

beforeAll(async () => {
  await startTexts()
  // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
  await Promise.all([loadRemoteSettings(), ...pages.map(({ load }) => load())])
}, 60_000)
beforeEach(() => {
  giveBackSize = giveElementsSize()
})
afterEach(() => {
  open.close()
  cleanup()
  giveBackSize()
})

const tell = (names: readonly string[] = remoteParameterNames) => ({
  hasError: false,
  message: '',
  settings: names.join(','),
  ...Object.fromEntries(Object.entries(kept).filter(([name]) => names.includes(name))),
})

/** The window, opened from the list of `/devicesetup`. */
async function openWindow(answers: Answers = {}, more: object = {}, shown = van) {
  const { read = tell, save = () => done, confirm = () => done } = answers
  open = await openConsole({
    path: '/devicesetup',
    store: memoryStore(remembered),
    http: { [PATH]: (body) => ('deviceParams' in (body as object) ? save() : read()), [CONFIRM]: confirm },
    ...more,
  })
  await screen.findByRole('heading', { name: 'Remote device settings' })
  open.list(shown)
  fireEvent.click(screen.getByRole('button', { name: 'Settings of van' }))
  return screen.findByRole('dialog', { name: 'Remote Device Setting' })
}
const cards = () => [...document.querySelectorAll<HTMLElement>('.remote-card')]
const titles = () => cards().map((card) => card.querySelector('h3')?.textContent)
/** The card with this title. */
async function cardOf(title: string): Promise<HTMLElement> {
  await waitFor(() => expect(titles()).toContain(title))
  const card = cards().find((one) => one.querySelector('h3')?.textContent === title)
  if (card === undefined) throw new Error(`there is no card ${title}`)
  return card
}
const field = (card: HTMLElement, label: string) => within(card).getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => (card: HTMLElement) =>
  fireEvent.change(field(card, label), { target: { value } })
const click = (label: string) => (card: HTMLElement) => fireEvent.click(field(card, label))
const press = (name: string) => (card: HTMLElement) =>
  fireEvent.click(within(card).getByText(name, { selector: 'button' }))
const statusOf = (card: HTMLElement) => card.querySelector('.remote-state')?.textContent
const saveOf = (card: HTMLElement) => within(card).getByText<HTMLButtonElement>('Save')
const asked = (path: string, key: string) =>
  open.called
    .filter((call) => call.path === path && key in (call.body as object))
    .map(({ body }) => (body as Record<string, unknown>)[key])
const saves = () => asked(PATH, 'deviceParams')
const toasts = () => toastList.getState().map(({ kind, text, detail }) => ({ kind, text, detail }))

describe('the window of remote settings', () => {
  it('[RDEV-001] [REC-02] [REC-19] [SHELL-041] /devicesetup lists the devices and opens the window of the chosen one', async () => {
    const dialog = await openWindow({ read: () => tell(['preosd_driver']) })
    await cardOf('Driver')
    expect(within(dialog).getByText('van')).toBeTruthy()
    const body = { username: 'admin', password: passwordHash }
    expect(open.called.filter(({ path }) => path === PATH)).toEqual([{ method: 'POST', path: PATH, body }])
  })

  it('[RDEV-002] what it shows is read from the device and saved in it, and the record of the server is left alone', async () => {
    await openWindow({ read: () => tell(['preosd_driver']) })
    const card = await cardOf('Driver')
    const input = card.querySelector<HTMLInputElement>('input')!
    expect(input.value).toBe(kept.preosd_driver)
    fireEvent.change(input, { target: { value: 'Ada' } })
    fireEvent.click(saveOf(card))
    await waitFor(() => expect(saves()).toEqual([{ preosd_driver: 'Ada' }]))
    const others = open.called.filter(({ path }) => path.includes('device') && ![PATH, CONFIRM].includes(path))
    expect(others).toEqual([])
  })

  it('[RDEV-006] [REC-20] No Setable Item where nothing is supported, or nothing is for this user', async () => {
    const dialog = await openWindow({ read: () => tell([]) })
    expect((await within(dialog).findByText('No Setable Item')).className).toContain('alert-info')
    expect(cards()).toEqual([])
  })

  it('[RDEV-004] [RDEV-005] [RDEV-090] a card is there for what is supported and for whom it is; of several settings only those', async () => {
    const names = ['net_wfssid', 'net_wfpwd', 'sys_tz', 'enc_aig', 'motovisadas', 'event_dsm_en', 'g_sensor_en']
    const access = withoutFlags(fullAccess, ['F_rmdvrs_wifipassword', 'F_rmdvrs_timezone', 'F_rmdvrs_dsm'])
    await openWindow({ read: () => tell(names) }, { access, permission: 1 })
    await cardOf('Wifi')
    expect(titles()).toEqual(['G-sensor', 'Audio volume', 'Wifi', 'ADAS', 'DSM'])
    const wifi = await cardOf('Wifi')
    expect(within(wifi).queryByLabelText('Password')).toBeNull()
    expect(within(await cardOf('DSM')).queryByLabelText('DSM speed')).toBeNull()
    expect(field(await cardOf('ADAS'), 'PCW speed').value).toBe('30')
  })

  it('a device that does not answer is told with the reason, and asked again', async () => {
    let answer: object = { hasError: true, message: 'the device is offline' }
    const dialog = await openWindow({ read: () => answer })
    expect(await within(dialog).findByText('the device is offline')).toBeTruthy()
    answer = tell(['preosd_driver'])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(field(await cardOf('Driver'), 'Driver text').value).toBe('Lin')
  })
})

/** The card with the lines that are held by it, what is done there, and what is then saved. */
const edits: readonly (readonly [what: string, steps: readonly ((card: HTMLElement) => unknown)[], saved: object])[] = [
  [
    '[RDEV-010] Plate/OSD text',
    [click('Plate on OSD'), type('Plate text', 'XYZ9')],
    { preosd_pl_en: '1', preosd_plate: 'XYZ9' },
  ],
  ['[RDEV-099] Plate/OSD text', [click('GPS on OSD')], { preosd_region2en: '1' }],
  ['[RDEV-012] [RDEV-095] Plate/OSD text', [type('Plate text', 'K-12 3_4!Ä')], { preosd_plate: 'K1234' }],
  ['[RDEV-013] [RDEV-014] Channel text', [type('Channel 4', 'Rear')], { preosd_text: 'Road,Door,,Rear' }],
  ['[RDEV-017] Driver', [type('Driver text', 'Lin Mei-hui')], { preosd_driver: 'LinMeihui' }],
  ['[RDEV-020] Speed on OSD', [click('Speed on OSD')], { preosd_speed: '1' }],
  ['[RDEV-022] G-sensor', [click('G-sensor on'), type('X', '500')], { g_sensor_en: '0', g_sensor_x: '500' }],
  ['[RDEV-027] G-sensor', [press('Car')], { g_sensor_x: '77', g_sensor_y: '102', g_sensor_z: '128' }],
  ['[RDEV-029] G-sensor', [press('Truck')], { g_sensor_x: '384', g_sensor_y: '384', g_sensor_z: '435' }],
  ['[RDEV-028] G-sensor', [press('Bus')], { g_sensor_x: '77', g_sensor_y: '77', g_sensor_z: '154' }],
  ['[RDEV-031] [RDEV-032] Speed limit', [press('mi/h'), type('Speed limit', '50')], { sys_spdlimit: '80' }],
  ['[RDEV-034] Overspeed interval', [type('Seconds above the limit', '12')], { sys_osperiod: '12' }],
  ['[RDEV-035] Temperature and upper limit', [type('Upper limit, Sensor 1', '61.5')], { sys_tempul: '615' }],
  [
    '[RDEV-037] Temperature and upper limit',
    [press('F'), type('Temperature, Sensor 2', '212')],
    { sys_temper: '-200,1000' },
  ],
  ['[RDEV-039] Audio volume', [type('Volume out', '5'), type('Volume in', '140')], { enc_aog: '5', enc_aig: '100' }],
  ['[RDEV-041] Timezone', [type('Time zone', '19800')], { sys_tz: '19800' }],
  [
    '[RDEV-043] [RDEV-044] [RDEV-045] Acc-off record seconds',
    [type('Seconds (-1 ~ 86400)', '-7')],
    { sys_accoffsec: '-1' },
  ],
  ['[RDEV-046] Work voltage', [type('Volts', '12.4')], { sys_workvoltage: '124' }],
  ['[RDEV-047] Heartbeat', [type('Seconds', '25')], { net_hbsec: '25' }],
  ['[RDEV-049] Server', [type('Address (host:port)', 'other.test:9000')], { net_server: 'other.test:9000' }],
  [
    '[RDEV-050] Wifi',
    [type('Network', 'Depot 2'), type('Password', 'new one')],
    { net_wfssid: 'Depot 2', net_wfpwd: 'new one' },
  ],
  [
    '[RDEV-058] [RDEV-059] [RDEV-101] Camera settings',
    [
      click('Channel 2: Record'),
      click('Channel 1: Flip'),
      click('Channel 4: Mirror'),
      type('Channel 3: Position', '7'),
    ],
    { cam_rec: '1011', cam_mirror: '2,1,2,2', cam_campos: '0,0,7,0' },
  ],
  [
    '[RDEV-060] Second server',
    [click('Second server on'), type('Heartbeat in seconds', '9'), type('Address (host:port)', 'two.test:1')],
    { net_2nden: '1', net_2ndhb: '9', net_2ndserver: 'two.test:1' },
  ],
  [
    '[RDEV-061] [RDEV-066] Sub stream',
    [type('Resolution', 'VGA'), type('Frame rate 1-15', '9'), type('Bitrate 32-1024', '16')],
    { enc_sres: 'VGA', enc_sfps: '9', enc_sbit: '16' },
  ],
  ['[RDEV-067] Audio', [click('Audio on')], { enc_reca: '1' }],
  [
    '[RDEV-068] [RDEV-103] Emergency',
    [click('Speed up'), type('Speed down: Speed (km/h)', '33'), type('Turn: Offset', '-4')],
    { sys_eisp: '1,20,0', sys_edsp: '0,33,0', sys_turn: '0,30,-4' },
  ],
  ['[RDEV-070] G-sensor guard', [click('G-sensor guard on')], { sys_gguard: '1' }],
  ['[RDEV-071] Speed param', [type('Speed param', '77')], { sys_spdparam: '77' }],
  ['[RDEV-072] Dual SD extend', [click('Use both cards as one')], { sys_dualsdextend: '1' }],
  ['[RDEV-073] Event alarm', [type('Show', 'ch3'), type('Priority', '6')], { event_almshow: 'ch3', event_almpri: '6' }],
  [
    '[RDEV-074] [RDEV-076] Combo alarm',
    [type('Show', 'ch1-4'), type('Priority', '2'), type('First alarm', '8')],
    { event_comalmshow: 'ch1-4', event_comalmpri: '2', event_comalmno: '2,8' },
  ],
  [
    '[RDEV-079] ADAS',
    [click('ADAS on'), type('PCW speed', '40'), type('LDW speed', '0')],
    { event_adas_en: '0', motovisadas: 'pcw_speed=40\nldw_speed=0' },
  ],
  ['[RDEV-080] DSM', [click('DSM on'), type('DSM speed', '60')], { event_dsm_en: '0', motovisadas: 'dsm_speed=60' }],
]

/** With all that stands on the cards of these: a window of few cards is drawn faster. */
const withNeighbours = (names: readonly string[]): readonly string[] =>
  remoteCardNames
    .map((card) => remoteCards[card].parameters)
    .filter((own) => own.some((name) => names.includes(name)))
    .flat()
/** The name of the card behind the ids of its lines. */
const withoutIds = (what: string): string => what.replace(/^(\[[^\]]+\] )+/, '')
const parts = [0, 8, 16, 24].map((from) => edits.slice(from, from + (from === 24 ? edits.length : 8)))

describe('each card', () => {
  it.each(parts.map((part) => [[...new Set(part.map(([what]) => withoutIds(what)))].join(', '), part] as const))(
    '[RDEV-086] [RDEV-091] saves the changed settings once and confirms their group: %s',
    async (_, part) => {
      const names = withNeighbours(part.flatMap(([, , saved]) => Object.keys(saved)))
      await openWindow({ read: () => tell(names) })
      for (const [what, steps, saved] of part) {
        const card = await cardOf(withoutIds(what))
        const before = saves().length
        expect(saveOf(card).disabled).toBe(true)
        for (const step of steps) step(card)
        expect({ what, disabled: saveOf(card).disabled }).toEqual({ what, disabled: false })
        fireEvent.click(saveOf(card))
        await waitFor(() => expect(statusOf(card)).toContain('Set'))
        expect({ what, saves: saves().slice(before) }).toEqual({ what, saves: [saved] })
        expect(asked(CONFIRM, 'keys').slice(before)).toEqual([Object.keys(saved)])
        expect(saveOf(card).disabled).toBe(true)
      }
    },
  )

  it('[RDEV-095] what has no character that is taken leaves the text as it was, says so, and is not saved', async () => {
    await openWindow({ read: () => tell(['preosd_driver', 'preosd_text']) })
    for (const [title, label, before] of [
      ['Driver', 'Driver text', 'Lin'],
      ['Channel text', 'Channel 1', 'Road'],
    ] as const) {
      const card = await cardOf(title)
      type(label, '王小明')(card)
      expect(field(card, label).value).toBe(before)
      expect(within(card).getByText(/^Only the letters/)).toBeTruthy()
      expect(saveOf(card).disabled).toBe(true)
      type(label, '')(card)
      expect([field(card, label).value, saveOf(card).disabled]).toEqual(['', false])
    }
  })

  const openCards = () =>
    openWindow({
      read: () => tell(withNeighbours(['sys_spdlimit', 'sys_temper', 'enc_aog', 'net_hbsec', 'g_sensor_x'])),
    })

  it('[RDEV-032] [RDEV-037] a speed is shown in km/h or mi/h and a temperature in C or F: the same value', async () => {
    await openCards()
    const speed = await cardOf('Speed limit')
    expect(field(speed, 'Speed limit').value).toBe('97')
    press('mi/h')(speed)
    expect(field(speed, 'Speed limit').value).toBe('60')
    const degrees = await cardOf('Temperature and upper limit')
    expect(field(degrees, 'Temperature, Sensor 2').value).toBe('21.2')
    press('F')(degrees)
    expect(field(degrees, 'Temperature, Sensor 2').value).toBe('70.2')
    for (const saving of [speed, degrees]) expect(saveOf(saving).disabled).toBe(true)
  })

  it('[RDEV-023] [RDEV-040] [RDEV-048] the volumes have a hint, and the sliders their ends', async () => {
    await openCards()
    const volume = await cardOf('Audio volume')
    expect(within(volume).getAllByText('0-100')).toHaveLength(2)
    const heartbeat = field(await cardOf('Heartbeat'), 'Seconds')
    expect([heartbeat.type, heartbeat.min, heartbeat.max]).toEqual(['range', '1', '30'])
    const x = field(await cardOf('G-sensor'), 'X')
    expect([x.type, x.min, x.max]).toEqual(['range', '0', '512'])
  })

  const openSensor = async () => {
    await openWindow({ read: () => tell(['g_sensor_x', 'g_sensor_y', 'g_sensor_z']) })
    const card = await cardOf('G-sensor')
    const words = () => [...card.querySelectorAll('.remote-slider-value')].map((output) => output.textContent)
    return { card, words }
  }

  it('[RDEV-024] [RDEV-025] [RDEV-026] each slider has the word of its sensitivity beside it', async () => {
    const { card, words } = await openSensor()
    expect(words()).toEqual(['High Sensitivity 10', 'Medium 171', 'Low 341'])
    for (const [value, word] of [
      ['0', 'High Sensitivity 0'],
      ['169', 'High Sensitivity 169'],
      ['340', 'Medium 340'],
      ['512', 'Low 512'],
    ] as const) {
      type('X', value)(card)
      expect(words()[0]).toBe(word)
    }
  })

  it('[RDEV-030] [RDEV-093] Original puts back what the device has, beside the three presets', async () => {
    const { card, words } = await openSensor()
    const presets = within(card).getByRole('group', { name: 'Preset' })
    expect(
      within(presets)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Original', 'Car', 'Bus', 'Truck'])
    press('Truck')(card)
    expect(words()).toEqual(['Low 384', 'Low 384', 'Low 435'])
    press('Original')(card)
    expect(words()).toEqual(['High Sensitivity 10', 'Medium 171', 'Low 341'])
    expect(saveOf(card).disabled).toBe(true)
  })

  it('[RDEV-062] [RDEV-077] [RDEV-078] choices: resolutions, priorities, and shows by the channels of the device', async () => {
    await openWindow({ read: () => tell(withNeighbours(['enc_sres', 'event_almshow'])) })
    const options = (card: HTMLElement, label: string) =>
      [...(within(card).getByLabelText<HTMLSelectElement>(label).options ?? [])]
        .filter(({ disabled }) => !disabled)
        .map(({ text }) => text)
    expect(options(await cardOf('Sub stream'), 'Resolution')).toEqual(['CIF', '360P', 'VGA', '720P'])
    const alarm = await cardOf('Event alarm')
    expect(options(alarm, 'Priority')).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(options(alarm, 'Show')).toEqual(['ch1', 'ch2', 'ch3', 'ch4', 'all', 'ch1-4', 'Event'])
    open.list({ ...van, channelCount: 8 })
    expect(options(alarm, 'Show')).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `ch${n}`),
      'all',
      'ch1-4',
      'ch5-8',
      'Event',
    ])
  })

  it('[RDEV-063] [RDEV-064] [RDEV-065] [RDEV-075] Save is off while something cannot be saved', async () => {
    await openWindow({ read: () => tell(withNeighbours(['enc_sres', 'event_comalmno'])) })
    const stream = await cardOf('Sub stream')
    type('Frame rate 1-15', '10')(stream)
    expect(saveOf(stream).disabled).toBe(true)
    type('Resolution', 'CIF')(stream)
    expect(saveOf(stream).disabled).toBe(false)
    for (const [label, bad, good] of [
      ['Frame rate 1-15', '16', '15'],
      ['Frame rate 1-15', '0', '1'],
      ['Bitrate 32-1024', '15', '16'],
      ['Bitrate 32-1024', '1025', '1024'],
    ] as const) {
      const field = within(stream).getByLabelText(label)
      const about = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
      type(label, bad)(stream)
      expect(saveOf(stream).disabled).toBe(true)
      expect([field.getAttribute('aria-invalid'), about()]).toEqual(['true', expect.stringMatching(/^\d+ to \d+$/)])
      type(label, good)(stream)
      expect(saveOf(stream).disabled).toBe(false)
      expect(field.getAttribute('aria-invalid')).toBe('false')
    }
    const combo = await cardOf('Combo alarm')
    type('First alarm', '2')(combo)
    expect(saveOf(combo).disabled).toBe(true)
    const fault = within(combo).getByRole('alert')
    expect(fault.textContent).toContain('must not be equal')
    for (const label of ['First alarm', 'Second alarm']) {
      const field = within(combo).getByLabelText(label)
      expect([field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual(['true', fault.id])
    }
  })

  it('[RDEV-041] [RDEV-042] the time zone is read as seconds and shown as hours and minutes, and the chosen one is saved in seconds', async () => {
    for (const [seconds, shown] of [
      ['28800', 'UTC+08:00'],
      ['20700', 'UTC+05:45'],
      // None of those to choose from.
      ['-4500', 'UTC-01:15'],
    ] as const) {
      await openWindow({ read: () => ({ ...tell(['sys_tz']), sys_tz: seconds }) })
      const select = within(await cardOf('Timezone')).getByLabelText<HTMLSelectElement>('Time zone')
      expect(select.selectedOptions[0]?.textContent).toBe(shown)
      open.close()
      cleanup()
    }
    await openWindow({ read: () => tell(['sys_tz']) })
    const card = await cardOf('Timezone')
    const west = [...card.querySelectorAll('option')].find(({ textContent }) => textContent === 'UTC-03:30')
    type('Time zone', west?.value ?? '')(card)
    fireEvent.click(saveOf(card))
    await waitFor(() => expect(saves()).toEqual([{ sys_tz: '-12600' }]))
  })

  it('[RDEV-120] the password is masked until it is shown', async () => {
    await openWindow({ read: () => tell(['net_wfpwd']) })
    const card = await cardOf('Wifi')
    expect(field(card, 'Password').type).toBe('password')
    fireEvent.click(within(card).getByRole('button', { name: 'Show' }))
    expect(field(card, 'Password').type).toBe('text')
  })

  const openDaylight = async () => {
    await openWindow({ read: () => tell(['sys_dst', 'sys_tz']) })
    const card = await cardOf('Daylight saving')
    const on = await within(card).findByLabelText<HTMLInputElement>('Daylight saving on')
    fireEvent.click(on)
    expect(saveOf(card).disabled).toBe(true)
    // The clock of the console stands in January 2026.
    const day = (number: number): Element => {
      const button = card.querySelector(`[data-day="2026-01-${number}"] button`)
      if (button === null) throw new Error(`there is no day ${number}`)
      return button
    }
    const shown = () => [...card.querySelectorAll('dd')].map((one) => /\b[123]0\b/.exec(one.textContent ?? '')?.[0])
    return { card, on, day, shown }
  }

  it('[RDEV-053] [RDEV-054] the first day that is clicked is the start and the second the end', async () => {
    const { day, shown } = await openDaylight()
    fireEvent.click(day(10))
    expect(shown()[0]).toBe('10')
    fireEvent.click(day(30))
    expect(shown()).toEqual(['10', '30'])
  })

  it('[RDEV-051] [RDEV-055] [RDEV-057] [RDEV-100] an earlier second day becomes the start, both are saved as whole days, and Reset clears them', async () => {
    const { card, on, day, shown } = await openDaylight()
    fireEvent.click(day(20))
    expect(saveOf(card).disabled).toBe(true)
    fireEvent.click(day(10))
    expect(shown()).toEqual(['10', '20'])
    const startS = Date.UTC(2026, 0, 10) / 1000 - 28_800
    const endS = Date.UTC(2026, 0, 20, 23, 59, 59) / 1000 - 28_800
    fireEvent.click(saveOf(card))
    await waitFor(() => expect(saves()).toEqual([{ sys_dst: `1,${startS},${endS}` }]))
    await waitFor(() => expect(statusOf(card)).toContain('Set'))
    fireEvent.click(within(card).getByRole('button', { name: 'Reset' }))
    expect([...card.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['not chosen', 'not chosen'])
    expect(saveOf(card).disabled).toBe(true)
    fireEvent.click(on)
    fireEvent.click(saveOf(card))
    await waitFor(() => expect(saves().at(-1)).toEqual({ sys_dst: '0,0,0' }))
  })
})

describe('a save', () => {
  const answersOf = (answers: Answers) => openWindow({ read: () => tell(['preosd_driver']), ...answers })
  const change = async () => {
    const card = await cardOf('Driver')
    type('Driver text', 'Wang')(card)
    fireEvent.click(saveOf(card))
    return card
  }

  it('[RDEV-086] [RDEV-089] that is confirmed shows a success notification, and what was saved is what is kept', async () => {
    await answersOf({})
    const card = await change()
    await waitFor(() =>
      expect(toasts()).toEqual([
        { kind: 'success', text: 'success', detail: 'Driver: Set: the device keeps the new values' },
      ]),
    )
    expect(asked(CONFIRM, 'keys')).toEqual([['preosd_driver']])
    expect(field(card, 'Driver text').value).toBe('Wang')
    type('Driver text', 'Lin')(card)
    expect(saveOf(card).disabled).toBe(false)
  })

  it('[RDEV-087] that is refused shows an error notification and the card says so; nothing is confirmed', async () => {
    await answersOf({ save: () => ({ hasError: true, message: 'the device refused: it failed', outcome: 'refused' }) })
    const card = await change()
    const words = 'Refused: the device refused: it failed'
    await waitFor(() => expect(toasts()).toEqual([{ kind: 'error', text: 'error', detail: `Driver: ${words}` }]))
    expect(statusOf(card)).toBe(words)
    expect(asked(CONFIRM, 'keys')).toEqual([])
    // What was typed stays, to be saved again.
    expect(field(card, 'Driver text').value).toBe('Wang')
    expect(saveOf(card).disabled).toBe(false)
  })

  it('[RDEV-087] [RDEV-088] [RDEV-106] without an answer says that, and so does one whose confirmation fails', async () => {
    let saved: object = { hasError: true, message: 'the device did not answer in time', outcome: 'noAnswer' }
    const confirm = () => ({
      hasError: true,
      message: 'the device keeps another value of preosd_driver',
      outcome: 'refused',
    })
    await answersOf({ save: () => saved, confirm })
    const card = await change()
    const status = () => statusOf(card)
    await waitFor(() => expect(status()).toBe('No answer: the device did not answer in time'))
    saved = done
    fireEvent.click(saveOf(card))
    await waitFor(() => expect(status()).toBe('Refused: the device keeps another value of preosd_driver'))
    expect(toasts().map(({ kind, text }) => `${kind} ${text}`)).toEqual(['error error', 'error error'])
  })

  it('[D6] whose answer cannot be read is told as such, and not as one without an answer', async () => {
    const message = 'The device answered, but not readably'
    await answersOf({ confirm: () => ({ hasError: true, message, outcome: 'unreadable' }) })
    const card = await change()
    await waitFor(() => expect(statusOf(card)).toBe(`Not known: ${message}`))
    expect(toasts().map(({ kind, text }) => `${kind} ${text}`)).toEqual(['error error'])
  })

  it('[ERR1-01] that no server answers is logged, and no notice is shown', async () => {
    await answersOf({
      save: () => {
        throw new TypeError('the network is gone')
      },
    })
    const card = await change()
    await waitFor(() => expect(statusOf(card)).toBe('The server did not answer'))
    expect(toasts()).toEqual([])
    expect(open.logged.join()).toContain('the network is gone')
  })

  it('while it is on its way nothing of the card can be changed or saved twice', async () => {
    let finish = (_: object): void => {}
    await answersOf({ save: () => new Promise((resolve) => (finish = resolve)) })
    const card = await change()
    expect(saveOf(card).disabled).toBe(true)
    expect(card.querySelector('fieldset')?.disabled).toBe(true)
    fireEvent.submit(card)
    await act(async () => finish(done))
    await waitFor(() => expect(statusOf(card)).toContain('Set'))
    expect(saves()).toHaveLength(1)
  })
})

describe('the ways to the window', () => {
  const dashboard = async (access: string) => {
    open = await openConsole({
      path: '/blockview',
      store: memoryStore(remembered),
      permission: 1,
      access,
      http: { [PATH]: () => tell([]) },
    })
    await screen.findByRole('heading', { name: 'Dashboard' })
    open.list(van)
  }

  it('[DASH-59] [RDEV-003] Edit of a row offers it to who has F_rmdvrs', async () => {
    await dashboard(fullAccess)
    fireEvent.click(screen.getByRole('button', { name: 'Edit van' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Remote Device Setting' }))
    expect(await screen.findByRole('dialog', { name: 'Remote Device Setting' })).toBeTruthy()
    await screen.findByText('No Setable Item')
    open.close()
    cleanup()
    await dashboard(withoutFlags(fullAccess, ['F_rmdvrs']))
    fireEvent.click(screen.getByRole('button', { name: 'Edit van' }))
    await screen.findByRole('button', { name: 'Server device setting' })
    expect(screen.queryByRole('button', { name: 'Remote Device Setting' })).toBeNull()
  })
})
