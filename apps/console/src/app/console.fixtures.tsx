import { fullAccess } from '@fleetglass/contract/access'
import { encodeLoggedIn } from '@fleetglass/contract/session'
import { createManualClock } from '@fleetglass/testkit'
import { decodeVcp, encodeVcp, type VcpMessage } from '@fleetglass/vcp'
import { act, configure, render } from '@testing-library/react'
import { createChannel } from '../engines/channel/index.ts'
import { createFleet, type Device } from '../engines/fleet/index.ts'
import { createLogin } from '../features/session/index.ts'
import { readSiteConfig } from '../platform/config/index.ts'
import { createUnitStore, type Preferences } from '../platform/preferences/index.ts'
import { storageKeys, type TextStore } from '../platform/storage/index.ts'
import { startLanguages } from '../platform/texts/index.ts'
import { startTheme, themeNames } from '../platform/theme/index.ts'
import { chooseLengthUnit } from '../platform/units/index.ts'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

// A page may take its time on a busy machine; a test waits for what it expects, not for a second.
configure({ asyncUtilTimeout: 10_000 })

export const passwordHash = 'F'.repeat(64)

/** What a browser remembers whose user saved the password. */
export const remembered = {
  [storageKeys.autoLogin]: 'true',
  [storageKeys.userName]: 'admin',
  [storageKeys.passwordHash]: passwordHash,
  [storageKeys.serverIp]: 'fleet.test',
  [storageKeys.serverPort]: '24680',
}

/** The other end of a main channel: answers a login as it is told, and every other question with yes. */
class ServerSide {
  binaryType: BinaryType = 'blob'
  onopen: ((event: never) => void) | null = null
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null
  onclose: ((event: never) => void) | null = null
  readonly asked: VcpMessage[] = []
  closed = false
  readonly url: string
  readonly #accepts: boolean
  constructor(url: string, accepts: boolean) {
    this.url = url
    this.#accepts = accepts
  }
  send(text: string): void {
    const read = decodeVcp(new TextEncoder().encode(text))
    if (!read.ok) return
    const { code, fields } = read.value
    this.asked.push(read.value)
    const X = fields.X ?? ''
    const granted = encodeLoggedIn({ user: fields.U ?? '', permission: 0, access: fullAccess, passwordHash })
    const answer = code !== 'Q02' ? { R: '1' } : this.#accepts ? { R: '1', ...granted } : { R: '0', W: 'no' }
    const bytes = encodeVcp({ code, fields: { ...answer, X } })
    this.onmessage?.(new MessageEvent('message', { data: new TextDecoder().decode(bytes) }))
  }
  close(): void {
    this.closed = true
  }
}

interface Options {
  readonly path: string
  readonly store: TextStore
  readonly accepts?: boolean
  readonly site?: object
  readonly mobile?: boolean
  /** What the server answers to the question for its languages. */
  readonly texts?: unknown
}

/** The whole console at an address, with a server that answers at once. The map is off: it needs a graphics context. */
export async function openConsole({ path, store, accepts = true, site = {}, mobile = false, texts = null }: Options) {
  window.history.replaceState(null, '', path)
  const clock = createManualClock()
  const sockets: ServerSide[] = []
  const openSocket = (url: string) => {
    const socket = new ServerSide(url, accepts)
    sockets.push(socket)
    queueMicrotask(() => socket.onopen?.(undefined as never))
    return socket
  }
  const channel = createChannel({ clock, openSocket, log: () => {} })
  const fleet = createFleet(store)
  const login = createLogin({
    channel,
    store,
    page: { host: 'fleet.test', secure: false },
    channelPort: async () => 24_680,
  })
  quietSheets()
  const sheets = answerSheets()
  const theme = await startTheme(store, document, Object.fromEntries(themeNames.map((name) => [name, `/${name}.css`])))
  const languages = await startLanguages({
    store,
    page: document,
    siteLanguage: 'en',
    labels: {},
    ask: async () => texts,
    patience: async () => {},
  })
  const preferences: Preferences = {
    clock,
    store,
    site: readSiteConfig({ disableMap: true, ...site }),
    theme,
    languages,
    unit: createUnitStore(chooseLengthUnit(null, store, 'en-GB'), store),
    mobile,
    log: () => {},
  }
  const view = render(
    <Providers services={{ preferences, channel, fleet, login }}>
      <Router />
    </Providers>,
  )
  await act(async () => login.startUp())
  const list = (...devices: readonly Device[]) =>
    act(() => fleet.commit(new Map(devices.map((one) => [one.deviceId, one]))))
  const close = () => {
    view.unmount()
    channel.logout()
    sheets.disconnect()
  }
  return { clock, sockets, channel, fleet, login, theme, list, close }
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
