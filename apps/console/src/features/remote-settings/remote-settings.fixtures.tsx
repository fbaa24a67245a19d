import { type RemoteParameterName, remoteParameterNames } from '@fleetglass/contract/remote-settings'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'
import { remoteSettingsFeature } from './remote-settings.module.ts'

export const PATH = '/gkserver/gkdevicesetup/van'
export const CONFIRM = `${PATH}/confirm`
export const van = device({ deviceId: 'van', online: true, channelCount: 4 })
export const done = { hasError: false, message: '', outcome: 'set' }

export const kept: Partial<Record<RemoteParameterName, string>> = {
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

export type Answers = { readonly read?: () => unknown; readonly save?: () => unknown; readonly confirm?: () => unknown }

export let open: TestConsole
let giveBackSize: () => void

export const tell = (names: readonly string[] = remoteParameterNames) => ({
  hasError: false,
  message: '',
  settings: names.join(','),
  ...Object.fromEntries(Object.entries(kept).filter(([name]) => names.includes(name))),
})

/** The window, opened from the list of `/devicesetup`. */
export async function openWindow(answers: Answers = {}, more: object = {}, shown = van) {
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
/** The dashboard of a user with these flags, with the van in its list. */
export async function openDashboard(access: string): Promise<void> {
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
export const cards = () => [...document.querySelectorAll<HTMLElement>('.remote-card')]
export const titles = () => cards().map((card) => card.querySelector('h3')?.textContent)
/** The card with this title. */
export async function cardOf(title: string): Promise<HTMLElement> {
  await waitFor(() => expect(titles()).toContain(title))
  const card = cards().find((one) => one.querySelector('h3')?.textContent === title)
  if (card === undefined) throw new Error(`there is no card ${title}`)
  return card
}
export const field = (card: HTMLElement, label: string) => within(card).getByLabelText<HTMLInputElement>(label)
export const type = (label: string, value: string) => (card: HTMLElement) =>
  fireEvent.change(field(card, label), { target: { value } })
export const click = (label: string) => (card: HTMLElement) => fireEvent.click(field(card, label))
export const statusOf = (card: HTMLElement) => card.querySelector('.remote-state')?.textContent
export const saveOf = (card: HTMLElement) => within(card).getByText<HTMLButtonElement>('Save')
export const asked = (path: string, key: string) =>
  open.called
    .filter((call) => call.path === path && key in (call.body as object))
    .map(({ body }) => (body as Record<string, unknown>)[key])
export const saves = () => asked(PATH, 'deviceParams')

/** Before and after each test of a file. */
export function setUpSettingsWindow(): void {
  beforeAll(async () => {
    await startAllTexts()
    // What the router fetches when it is wanted: on a busy machine that takes longer than a test may.
    const { dialogs = [], pages = [] } = remoteSettingsFeature
    await Promise.all([...dialogs, ...pages].map(({ load }) => load()))
  }, 60_000)
  beforeEach(() => {
    giveBackSize = giveElementsSize()
  })
  afterEach(() => {
    open.close()
    cleanup()
    giveBackSize()
  })
}
