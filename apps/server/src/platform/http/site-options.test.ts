import { readOptions } from '@fleetglass/contract/variants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

/** No value is the one of the standard build. */
const site = {
  variant: 'plate',
  mobile: true,
  language: 'tw',
  copyright: true,
  broadcast: true,
  forceKm: true,
  liveIdleSeconds: 120,
  disableIdle: true,
  offeredChannels: 12,
  trial: true,
  mapZoom: 3,
  entrance: 'A1'.repeat(32),
  entranceRedirect: 'https://elsewhere.test/door',
  mapScriptUrl: 'https://maps.test/api.js?v=3',
  mapKey: 'a b&c',
  tileUrl: 'https://t.test/{z}/{x}/{y}.png',
  idle: {
    analogClock: true,
    digitalClock: true,
    items: [
      { image: 'https://brand.test/logo.png', text: 'Our logo', left: 5, top: 10, width: 20 },
      { text: 'Help', link: 'https://help.test/', left: 70, top: 80.5, width: 25 },
    ],
  },
}

type Name = keyof typeof site

/** What the page is given: `window.gmsConfig`. */
async function optionsOf(server: TestServer): Promise<Readonly<Record<string, unknown>>> {
  const window: { gmsConfig?: Readonly<Record<string, unknown>> } = {}
  new Function('window', await (await fetch(`${server.url}/gms.js`)).text())(window)
  return window.gmsConfig ?? {}
}

describe('the options that a site writes into its configuration', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ config: { site } })
  })
  afterAll(() => server.close())

  it.each<[string, readonly Name[]]>([
    ['[SHELL-018] the forced layout', ['mobile']],
    ['[SHELL-022] the language of those who have chosen none', ['language']],
    ['[SHELL-096] the copyright notice', ['copyright']],
    ['[SHELL-108] [SHELL-112] [SHELL-113] the idle countdown', ['liveIdleSeconds', 'disableIdle']],
    ['[SHELL-123] [SHELL-124] [SHELL-126] the entrance', ['entrance', 'entranceRedirect']],
    ['[SHELL-127] the trial', ['trial']],
    ['[SHELL-135] [CONST1-20] [CONST1-21] the script and the key of a maps service', ['mapScriptUrl', 'mapKey']],
    ['[SHELL-136] [CONST1-24] the address of map tiles', ['tileUrl']],
    ['[CONST0-03] [CONST0-04] [CONST1-11] the forced unit of length', ['forceKm']],
    ['[CONST0-24] [CONST0-25] how many channels are offered', ['offeredChannels']],
    ['[CONST1-19] the customer build', ['variant']],
    ['[BCST-05] [BCST-09] the switch of the broadcast', ['broadcast']],
    ['[IDLE-02] [IDLE-03] [IDLE-04] [IDLE-05] the clocks, logos and links of the idle screen', ['idle']],
    ['[IDLE-06] [IDLE-08] the percents of logos and links on the idle screen', ['idle']],
  ])('%s: reaches the page as it was written, and can be read there', async (_, names) => {
    const given = await optionsOf(server)
    const { options, unreadable } = readOptions(given)
    expect(unreadable).toEqual([])
    for (const name of names) {
      expect(given[name]).toEqual(site[name])
      if (name !== 'variant') expect(options[name]).toEqual(site[name])
    }
  })
})

describe('a site that writes no options', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('[SHELL-125] [SHELL-129] [BCST-09] [IDLE-02] has no entrance, no trial, no broadcast and no clock', async () => {
    const { options } = readOptions(await optionsOf(server))
    expect([options.entrance, options.trial, options.broadcast]).toEqual([undefined, false, false])
    expect(options.idle).toEqual({ analogClock: false, digitalClock: false, items: [] })
  })

  it('[SHELL-096] has no copyright notice', async () => {
    const { options } = readOptions(await optionsOf(server))
    expect(options.copyright).toBe(false)
  })
})
