// The whole console with a real server behind it: the settings that `/gms.js` has, its sockets, calls and cookie.
import type { Rights } from '@fleetglass/contract/access'
import { mapScriptPath, siteScriptPath } from '@fleetglass/contract/session'
import { textsPath } from '@fleetglass/contract/translations'
import { rightsOnSite } from '@fleetglass/contract/variants'
import { createManualClock } from '@fleetglass/testkit'
import { act, render } from '@testing-library/react'
import { ADMIN, ADMIN_PASSWORD, type TestServer } from '../../../server/test/harness.ts'
import { createChannel } from '../engines/channel/index.ts'
import { createEvents } from '../engines/events/index.ts'
import { createFleet, startFleetSync } from '../engines/fleet/index.ts'
import { cookieOfSession, createLogin, type ExternalLogin, loginCalls } from '../features/session/index.ts'
import { readSiteConfig } from '../platform/config/index.ts'
import { askJson } from '../platform/http/index.ts'
import { sha256Hex } from '../platform/sha256/index.ts'
import { memoryStore, storageKeys, type TextStore } from '../platform/storage/index.ts'
import { toastList } from '../ui/toast-list.ts'
import { startPreferences } from './console.fixtures.tsx'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

const HOST = '127.0.0.1'

/** What a browser remembers of a user of this server who saved the password. */
export function rememberedAt(server: TestServer, user = ADMIN, password = ADMIN_PASSWORD): Record<string, string> {
  return {
    [storageKeys.autoLogin]: 'true',
    [storageKeys.userName]: user,
    [storageKeys.passwordHash]: sha256Hex(password),
    [storageKeys.serverIp]: HOST,
    [storageKeys.serverPort]: String(server.ports.main),
  }
}

interface Options {
  readonly path: string
  /** What this browser remembers; left out: the administrator with the password. */
  readonly store?: TextStore
  readonly mobile?: boolean
  readonly external?: ExternalLogin | null
}

/** The console at an address of this server, as a browser opens it; its own clock stands still. */
export async function openServedConsole(server: TestServer, options: Options) {
  const { path, store = memoryStore(rememberedAt(server)), mobile = false, external = null } = options
  window.history.replaceState(null, '', path)
  const clock = createManualClock()
  const logged: string[] = []
  const log = (text: string) => void logged.push(text)
  const { called, restore } = callServer(server)
  const site = await siteOf(server, log)
  const sockets: WebSocket[] = []
  const asked: string[] = []
  const sent: string[] = []
  const openSocket = (url: string) => {
    asked.push(url)
    // An external login goes to the standard port, where no test server is. Every other one has to find the port of its server.
    const socket = new WebSocket(external === null ? url : url.replace(':24680/', `:${server.ports.main}/`))
    const send = socket.send.bind(socket)
    socket.send = (text) => {
      sent.push(String(text))
      send(text)
    }
    sockets.push(socket)
    return socket
  }
  const granted = cookieOfSession({ calls: loginCalls, clock, log })
  const onSite = (rights: Rights) => rightsOnSite(rights, site)
  const channel = createChannel({ clock, openSocket, granted, onSite, log })
  const fleet = createFleet(store)
  const sync = startFleetSync({ channel, fleet, clock, log })
  const eventSockets: WebSocket[] = []
  const openEvents = (url: string) => {
    const socket = new WebSocket(url)
    eventSockets.push(socket)
    return socket
  }
  const events = createEvents({ channel, clock, openSocket: openEvents, store, mobile, log })
  let reloads = 0
  const login = createLogin({
    channel,
    store,
    external,
    log,
    calls: loginCalls,
    page: { host: HOST, secure: false, reload: () => reloads++ },
    strict: site.strictPassword,
  })
  const preferences = await startPreferences({ clock, store, site, mobile, log }, () => askJson('GET', textsPath))
  const view = render(
    <Providers services={{ preferences, channel, fleet, events, login }}>
      <Router />
    </Providers>,
  )
  await act(async () => login.startUp())
  const close = () => {
    view.unmount()
    // Notices are the page's, which goes on for the next test.
    toastList.setState([], true)
    sync.close()
    channel.logout()
    restore()
  }
  return {
    clock,
    store,
    site,
    channel,
    fleet,
    login,
    sockets,
    asked,
    sent,
    eventSockets,
    called,
    logged,
    reloads: () => reloads,
    close,
  }
}

/** The options of the site, read from where the page reads them. */
async function siteOf(server: TestServer, log: (text: string) => void) {
  const page: { gmsConfig?: unknown; gmsMap?: unknown } = {}
  for (const path of [siteScriptPath, mapScriptPath]) {
    new Function('window', await (await fetch(server.url + path)).text())(page)
  }
  return readSiteConfig(page.gmsConfig, log, page.gmsMap)
}

/** Calls go to the server that the page came from, with its cookie; `restore` gives the page its own way back. */
function callServer(server: TestServer) {
  const own = globalThis.fetch
  const called: { readonly method: string; readonly path: string; readonly body: unknown; readonly answer: unknown }[] =
    []
  let cookie = ''
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), server.url)
    const headers = new Headers(init?.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await own(url, { ...init, headers })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';')[0] ?? ''
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    called.push({ method: init?.method ?? 'GET', path: url.pathname, body, answer })
    return response
  }
  const restore = () => {
    globalThis.fetch = own
  }
  return { called, restore }
}
