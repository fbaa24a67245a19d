// @vitest-environment happy-dom
import { remoteCardNames, remoteCards } from '@fleetglass/contract/remote-settings'
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  asked,
  CONFIRM,
  cardOf,
  click,
  field,
  open,
  openWindow,
  saveOf,
  saves,
  setUpSettingsWindow,
  statusOf,
  tell,
  type,
  van,
} from './remote-settings.fixtures.tsx'

setUpSettingsWindow()

const press = (name: string) => (card: HTMLElement) =>
  fireEvent.click(within(card).getByText(name, { selector: 'button' }))

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

  it('[RDEV-095] a paste without a valid character leaves the text as it was, shows a hint, and is not saved', async () => {
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
