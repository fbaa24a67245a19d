import { fullAccess, type Rights } from '@fleetglass/contract/access'
import { encodeLoggedIn, protocolPath, serverKindPath, sessionPath } from '@fleetglass/contract/session'
import { textsPath } from '@fleetglass/contract/translations'
import { rightsOnSite } from '@fleetglass/contract/variants'
import { createManualClock } from '@fleetglass/testkit'
import { decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createChannel } from '../engines/channel/index.ts'
import { createEvents } from '../engines/events/index.ts'
import { createFleet, type Device, startFleetSync } from '../engines/fleet/index.ts'
import { cookieOfSession, createLogin, type ExternalLogin, loginCalls } from '../features/session/index.ts'
import { readSiteConfig } from '../platform/config/index.ts'
import { createUnitStore, type Preferences } from '../platform/preferences/index.ts'
import { storageKeys, type TextStore } from '../platform/storage/index.ts'
import { startLanguages } from '../platform/texts/index.ts'
import { startTheme, themeNames } from '../platform/theme/index.ts'
import { chooseLengthUnit } from '../platform/units/index.ts'
import { toastList } from '../ui/toast-list.ts'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

export const passwordHash = 'F'.repeat(64)

/** What a browser remembers whose user saved the password. */
export const remembered = {
  [storageKeys.autoLogin]: 'true',
  [storageKeys.userName]: 'admin',
  [storageKeys.passwordHash]: passwordHash,
  [storageKeys.serverIp]: 'fleet.test',
  [storageKeys.serverPort]: '24680',
}

interface ServerAnswers {
  readonly accepts: boolean
  readonly permission: number
  readonly access: string
  /** Payloads by code, as JSON, bytes as they are; a code that is not here is answered without one. */
  readonly replies: Readonly<Record<string, (asked: VcpMessage) => unknown>>
  /** Fields of replies by code, beside the usual ones. */
  readonly replyFields: Readonly<Record<string, (asked: VcpMessage) => Readonly<Record<string, string>>>>
}

/** The other end of a main channel: answers a login as configured, and confirms every other request. */
class ServerSide {
  binaryType: BinaryType = 'blob'
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null
  onclose: ((event: never) => void) | null = null
  readonly asked: VcpMessage[] = []
  closed = false
  readonly url: string
  readonly #answers: ServerAnswers
  readonly #refusals = new Map<string, string>()
  constructor(url: string, answers: ServerAnswers) {
    this.url = url
    this.#answers = answers
  }
  /** From now on this message is answered with no, and why. */
  refuse(code: string, reason: string): void {
    this.#refusals.set(code, reason)
  }
  send(data: string | Uint8Array): void {
    const read = decodeVcp(typeof data === 'string' ? new TextEncoder().encode(data) : data)
    if (!read.ok) return
    const { code, fields } = read.value
    this.asked.push(read.value)
    const X = fields.X ?? ''
    const { accepts, permission, access, replies } = this.#answers
    const granted = encodeLoggedIn({ user: fields.U ?? '', permission, access, passwordHash })
    const refusal = this.#refusals.get(code)
    const answered = refusal === undefined ? { R: '1' } : { R: '0', W: refusal }
    const answer = code !== 'Q02' ? answered : accepts ? { R: '1', ...granted } : { R: '0', W: 'no' }
    const reply = replies[code]?.(read.value)
    const payload = reply === undefined ? undefined : payloadOf(reply)
    const fieldsOfReply = this.#answers.replyFields[code]?.(read.value)
    const bytes = encodeVcp({ code, fields: { ...answer, ...fieldsOfReply, X }, ...(payload && { payload }) })
    this.onmessage?.(new MessageEvent('message', { data: new TextDecoder().decode(bytes) }))
  }
  close(): void {
    this.closed = true
  }
}

function payloadOf(reply: unknown): Uint8Array {
  return reply instanceof Uint8Array ? reply : new TextEncoder().encode(JSON.stringify(reply))
}

/** The other end of an event socket: what it received, and how to send the console something. */
class EventSide {
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  readonly heard: string[] = []
  closed = false
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
  send(text: string): void {
    this.heard.push(text)
  }
  close(): void {
    this.closed = true
  }
  tell(message: object | string): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    act(() => this.onmessage?.(new MessageEvent('message', { data })))
  }
  end(code: number): void {
    act(() => this.onclose?.({ code } as CloseEvent))
  }
}

interface Options {
  readonly path: string
  readonly store: TextStore
  readonly accepts?: boolean
  /** Rights of the user who logs in; left out: all of them. */
  readonly permission?: number
  readonly access?: string
  readonly replies?: ServerAnswers['replies']
  readonly replyFields?: ServerAnswers['replyFields']
  /** What calls are answered with, at once or later, by path, beside those around a login; every other call has no server. */
  readonly http?: Readonly<Record<string, (body: unknown, url: URL) => unknown>>
  /** The host that login and pages have; left out: another one than the page's. */
  readonly host?: string
  readonly site?: object
  readonly mobile?: boolean
  /** Drawn beside the page: what several pages have, without one of them. */
  readonly beside?: ReactNode
  /** What stood in the address. */
  readonly external?: ExternalLogin | null
  /** Opens the main channel to another server than the one of this file; the devices are then kept in step with it. */
  readonly openLink?: Parameters<typeof createChannel>[0]['openSocket']
}

/** What a server of one's own answers that has nothing against anybody. */
const ownServer: NonNullable<Options['http']> = {
  [serverKindPath]: () => ({ server: 'local' }),
  [protocolPath]: () => ({ appcommand: 24_680, streamings: [8900] }),
  [sessionPath]: () => ({ hasError: false }),
}

export type TestConsole = Awaited<ReturnType<typeof openConsole>>

/** The whole console at an address, with a server that answers at once. The map is off: it needs a graphics context. */
export async function openConsole(options: Options) {
  const { path, store, accepts = true, site = {}, mobile = false, host = 'fleet.test' } = options
  const { permission = 0, access = fullAccess, replies = {}, replyFields = {}, http = {}, external = null } = options
  const answers: ServerAnswers = { accepts, permission, access, replies, replyFields }
  window.history.replaceState(null, '', path)
  const clock = createManualClock()
  const sockets: ServerSide[] = []
  const openSocket = (url: string) => {
    const socket = new ServerSide(url, answers)
    sockets.push(socket)
    queueMicrotask(() => socket.onopen?.(undefined as never))
    return socket
  }
  const logged: string[] = []
  const log = (text: string) => void logged.push(text)
  const granted = cookieOfSession({ calls: loginCalls, clock, log })
  const config = readSiteConfig({ disableMap: true, ...site })
  const onSite = (rights: Rights) => rightsOnSite(rights, config)
  const channel = createChannel({ clock, openSocket: options.openLink ?? openSocket, granted, onSite, log })
  const eventSockets: EventSide[] = []
  const openEvents = (url: string) => {
    const socket = new EventSide(url)
    eventSockets.push(socket)
    queueMicrotask(() => socket.onopen?.(undefined as never))
    return socket
  }
  const events = createEvents({ channel, clock, openSocket: openEvents, store, mobile, log })
  const fleet = createFleet(store)
  const sync = options.openLink && startFleetSync({ channel, fleet, clock, log })
  let reloads = 0
  const login = createLogin({
    channel,
    store,
    external,
    log,
    calls: loginCalls,
    page: { host, secure: false, reload: () => reloads++ },
    strict: config.strictPassword,
  })
  const { called, restore } = answerCalls({ ...ownServer, ...http })
  const sheets = answerSheets()
  const askTexts = async () => http[textsPath]?.(null, new URL(textsPath, 'http://fleet.test')) ?? null
  const preferences = await startPreferences({ clock, store, site: config, mobile, log }, askTexts)
  const { theme, languages } = preferences
  const view = render(
    <Providers services={{ preferences, channel, fleet, events, login }}>
      <Router />
      {options.beside}
    </Providers>,
  )
  await act(async () => login.startUp())
  const list = (...devices: readonly Device[]) =>
    act(() => fleet.commit(new Map(devices.map((one) => [one.deviceId, one]))))
  const close = () => {
    view.unmount()
    // Notices are the page's, which goes on for the next test.
    toastList.setState([], true)
    sync?.close()
    channel.logout()
    sheets.disconnect()
    restore()
  }
  return {
    clock,
    sockets,
    eventSockets,
    logged,
    called,
    reloads: () => reloads,
    channel,
    fleet,
    login,
    languages,
    unit: preferences.unit,
    theme,
    list,
    close,
  }
}

/** What a browser and a site have chosen; the languages of the site are those that `askTexts` returns. */
export async function startPreferences(
  known: Pick<Preferences, 'clock' | 'store' | 'site' | 'mobile' | 'log'>,
  askTexts: () => Promise<unknown> = async () => null,
): Promise<Preferences> {
  const { store, site } = known
  quietSheets()
  const sheets = Object.fromEntries(themeNames.map((name) => [name, `/${name}.css`]))
  const theme = await startTheme(site.forceDefaultStyle ? null : store, document, sheets)
  const languages = await startLanguages({
    store,
    page: document,
    siteLanguage: site.language,
    ask: askTexts,
    patience: async () => {},
  })
  const unit = createUnitStore(chooseLengthUnit(site.forcedUnit, store, 'en-GB'), store)
  return { ...known, theme, languages, unit }
}

/** Calls of the page's own server, answered as configured, and recorded; `restore` gives the browser its own way back. */
function answerCalls(http: NonNullable<Options['http']>) {
  const own = globalThis.fetch
  const called: { readonly method: string; readonly path: string; readonly body: unknown }[] = []
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://fleet.test')
    const path = url.pathname
    const answer = http[path]
    if (answer === undefined) throw new TypeError('there is no server')
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    called.push({ method: init?.method ?? 'GET', path, body })
    const answered = await answer(body, url)
    return answered instanceof Response ? answered : Response.json(answered)
  }
  const restore = () => {
    globalThis.fetch = own
  }
  return { called, restore }
}

/** Where nothing is fetched, a stylesheet that is not there is no fault. */
function quietSheets(): void {
  const { happyDOM } = window as { happyDOM?: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
  if (happyDOM) happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
}

/** A document that fetches no stylesheets: each counts as arrived at once. */
function answerSheets(): MutationObserver {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.nodeName === 'LINK') node.dispatchEvent(new Event('load'))
  })
  observer.observe(document.head, { childList: true })
  return observer
}
