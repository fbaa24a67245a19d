import { describe, expect, it } from 'vitest'
import { accessFlags, can, fullAccess, grants, mayCall, withoutFlags } from '../access/index.ts'
import { type OptionName, optionValues, type ResolvedOptions, standardOptions } from './options.ts'
import { presets, type VariantName } from './presets.ts'
import { readOptions, resolveOptions } from './resolve.ts'
import { rightsOnSite } from './rights-on-site.ts'

const changesOf = (variant: string): Partial<ResolvedOptions> => {
  const options = Object.entries(resolveOptions({ variant }))
  return Object.fromEntries(options.filter(([name, value]) => value !== standardOptions[name as OptionName]))
}

describe('options of the site', () => {
  it('[RIGHT-114] [VAR-01] a preset is picked by its name, and every other key overrides one option of it', () => {
    expect(resolveOptions({ variant: 'plainkm', mapZoom: 5 })).toEqual({
      ...standardOptions,
      forceDefaultStyle: true,
      forceKm: true,
      mapZoom: 5,
    })
    expect(resolveOptions({ variant: 'minimal', disableMap: false })).toMatchObject({
      disableMap: false,
      disableLive: true,
    })
  })
  it('[RIGHT-114] an unknown name, and what cannot be read, is the standard build', () => {
    for (const given of [
      undefined,
      null,
      7,
      'minimal',
      [],
      () => {},
      { variant: 'nobody' },
      { variant: 'constructor' },
    ])
      expect(resolveOptions(given)).toEqual(standardOptions)
  })
  it('[VAR-03] [RIGHT-115] a variant may be an entry of the site: a name with the defaults that it changes', () => {
    const variants = { harbour: { language: 'tw', forceKm: true, mapZoom: 99, colour: 1 }, plate: { p2p: true } }
    expect(readOptions({ variants, variant: 'harbour', language: 'ar' })).toEqual({
      options: { ...standardOptions, language: 'ar', forceKm: true },
      unreadable: ['variants.harbour.colour', 'variants.harbour.mapZoom'],
    })
    expect(resolveOptions({ variants, variant: 'plate' })).toEqual({ ...standardOptions, p2p: true })
    expect(resolveOptions({ variants, variant: 'strict' })).toEqual({ ...standardOptions, strictPassword: true })
    for (const variant of ['elsewhere', 'toString', 7]) {
      expect(readOptions({ variants, variant })).toEqual({ options: standardOptions, unreadable: ['variant'] })
    }
    expect(resolveOptions({ variants: 'none', variant: 'harbour' })).toEqual(standardOptions)
  })
  it('[MAP-51] [MAP-53] the map starts at its default place and zoom', () => {
    expect(standardOptions).toMatchObject({ mapCenter: '24.0786,120.5285', mapZoom: 11 })
  })
  it('[RIGHT-116] these are the options, and each of them can be set alone', () => {
    const named =
      'disableMap disableIdle disableAdvanced disableMultiPlayback disableTree disableRemotePlayback disableEvent disableLive disablePlayback disablePtz disableTalk disableDownload disableLivePopup disableExtraAdmin forceDefaultStyle forceKm externalSetting broadcast changePassword recordingButton plateAsLabel markerCaption strictPassword p2p extraMemo floatPanel widerColumns advancedTree fillTiles allowSystemSetting showAdministrators deleteRecordRow plantArea copyright mapZoom liveIdleSeconds offeredChannels mapCenter mapScriptUrl mapKey tileUrl language logo labels plainWords noRightHint loginFrame loginPicture entrance entranceRedirect trial idle mobile'
    expect(Object.keys(optionValues)).toEqual(named.split(' '))
    for (const [name, value] of Object.entries(otherValues)) {
      expect(value, name).not.toEqual(standardOptions[name as OptionName])
      expect(resolveOptions({ [name]: value })).toEqual({ ...standardOptions, [name]: value })
    }
  })
})

/** For each option a value that is not the standard one. */
const otherValues: { readonly [Name in OptionName]: ResolvedOptions[Name] } = {
  disableMap: true,
  disableIdle: true,
  disableAdvanced: true,
  plantArea: true,
  disableMultiPlayback: true,
  disableTree: true,
  disableRemotePlayback: true,
  disableEvent: true,
  disableLive: true,
  disablePlayback: true,
  disablePtz: true,
  disableTalk: true,
  disableDownload: true,
  disableLivePopup: true,
  disableExtraAdmin: true,
  forceDefaultStyle: true,
  forceKm: true,
  externalSetting: true,
  broadcast: true,
  changePassword: false,
  recordingButton: false,
  plateAsLabel: true,
  markerCaption: 'memo',
  strictPassword: true,
  p2p: true,
  extraMemo: true,
  floatPanel: false,
  widerColumns: true,
  advancedTree: true,
  fillTiles: true,
  allowSystemSetting: true,
  showAdministrators: true,
  deleteRecordRow: true,
  copyright: true,
  mapZoom: 5,
  liveIdleSeconds: 120,
  offeredChannels: 64,
  mapCenter: '-33.9,18.4',
  mapScriptUrl: 'https://maps.example/script.js',
  mapKey: 'a key',
  tileUrl: 'https://tiles.example/{z}/{x}/{y}.png',
  language: 'tw',
  logo: '/logo.svg',
  labels: { 'nav.map': 'Our map' },
  plainWords: true,
  noRightHint: 'Ask the office.',
  loginFrame: 'https://news.example/',
  loginPicture: 'data:image/png;base64,AAAA',
  entrance: 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855',
  entranceRedirect: 'https://example.com/',
  trial: true,
  idle: {
    analogClock: true,
    digitalClock: false,
    items: [{ image: '/logo.svg', link: 'https://example.com/', left: 10, top: 20, width: 30 }],
  },
  mobile: false,
}

describe('the variants', () => {
  it('[RIGHT-094] [RIGHT-115] [CONST1-19] [VAR-02] are these, and each but the standard build alters defaults', () => {
    expect(Object.keys(presets).sort()).toEqual(
      [
        'callcentre',
        'default',
        'external',
        'extramemo',
        'minimal',
        'p2p',
        'plainkm',
        'plantarea',
        'plate',
        'strict',
      ].sort(),
    )
    for (const name of Object.keys(presets)) {
      expect(Object.keys(changesOf(name)).length > 0, name).toBe(name !== 'default')
    }
  })
  const effects: [title: string, variant: VariantName, changes: Partial<ResolvedOptions>][] = [
    ['[RIGHT-095] [VAR-23] minimal has no map', 'minimal', { disableMap: true }],
    ['[RIGHT-096] [VAR-24] minimal has no idle countdown', 'minimal', { disableIdle: true }],
    ['[RIGHT-097] [VAR-25] minimal has no advanced settings', 'minimal', { disableAdvanced: true }],
    ['[RIGHT-098] [VAR-26] minimal has no multi-playback', 'minimal', { disableMultiPlayback: true }],
    ['[RIGHT-099] [VAR-27] minimal has no tree view', 'minimal', { disableTree: true }],
    ['[RIGHT-100] [VAR-28] minimal has no remote playback', 'minimal', { disableRemotePlayback: true }],
    ['[RIGHT-101] [VAR-29] minimal has no events', 'minimal', { disableEvent: true }],
    ['[RIGHT-102] [VAR-30] minimal has no live view', 'minimal', { disableLive: true }],
    ['[RIGHT-103] [VAR-31] minimal has no playback', 'minimal', { disablePlayback: true }],
    ['[RIGHT-104] plainkm has the default style', 'plainkm', { forceDefaultStyle: true }],
    ['[RIGHT-105] [VAR-33] plainkm has kilometres', 'plainkm', { forceKm: true }],
    ['[RIGHT-106] callcentre has no extra admin settings', 'callcentre', { disableExtraAdmin: true }],
    ['[RIGHT-112] [VAR-34] plate has the plate as the label', 'plate', { plateAsLabel: true }],
    ['[RIGHT-113] strict has the strict password rules', 'strict', { strictPassword: true }],
    ['[RIGHT-115] p2p is the peer-to-peer deployment', 'p2p', { p2p: true }],
    ['[VAR-03] plantarea has the plant area in the stream log', 'plantarea', { plantArea: true }],
    ['[RIGHT-108] external has the external setting', 'external', { externalSetting: true }],
    ['[RIGHT-115] extramemo has two memo columns', 'extramemo', { extraMemo: true }],
  ]
  it.each(effects)('%s', (_title, variant, changes) => {
    expect(changesOf(variant)).toMatchObject(changes)
  })
  it('[RIGHT-115] [VAR-35] change what is stated of them and nothing else', () => {
    for (const name of Object.keys(presets) as VariantName[]) {
      const stated = Object.assign({}, ...effects.filter(([, variant]) => variant === name).map(([, , one]) => one))
      expect(changesOf(name), name).toEqual(stated)
    }
  })
})

describe('rights on a site', () => {
  const rights = { permission: 0, access: fullAccess }
  const lostBy = (name: OptionName): string[] => {
    const left = rightsOnSite(rights, resolveOptions({ [name]: true }))
    return accessFlags.filter((flag) => !grants(left.access, flag))
  }
  it.each<[string, OptionName, string[]]>([
    ['[RIGHT-077] disableTree takes P_tree away, whatever the access string says', 'disableTree', ['P_tree']],
    ['[RIGHT-078] disableLive takes P_live away, whatever the access string says', 'disableLive', ['P_live']],
    ['[RIGHT-079] [RIGHT-081] disablePlayback takes P_lopb away and leaves P_gppb', 'disablePlayback', ['P_lopb']],
    ['[RIGHT-080] disableRemotePlayback takes P_repb away', 'disableRemotePlayback', ['P_repb']],
    ['[RIGHT-084] disableEvent takes F_event away', 'disableEvent', ['F_event']],
    ['[RIGHT-086] disablePtz takes F_ptz away', 'disablePtz', ['F_ptz']],
    ['[RIGHT-087] disableTalk takes F_talk away', 'disableTalk', ['F_talk']],
  ])('%s', (_title, name, flags) => {
    expect(lostBy(name)).toEqual(flags)
  })
  it('every other option leaves the flags as they are', () => {
    const others = (Object.keys(otherValues) as OptionName[]).filter((name) => lostBy(name).length === 0)
    const left = rightsOnSite(
      rights,
      resolveOptions(Object.fromEntries(others.map((name) => [name, otherValues[name]]))),
    )
    expect(left).toBe(rights)
  })
  it('full API access does not bring back what the site has switched off', () => {
    const left = rightsOnSite(rights, resolveOptions({ disablePlayback: true }))
    expect(mayCall(left, { anyOf: ['P_lopb'] })).toBe(false)
    expect(mayCall({ ...left, access: withoutFlags(left.access, ['P_live']) }, { anyOf: ['P_live'] })).toBe(true)
  })
  it('gives nothing to accounts that the string grants nothing', () => {
    const left = rightsOnSite({ permission: 2, access: '01' }, resolveOptions({ disableTree: true }))
    expect(left).toEqual({ permission: 2, access: '00', switchedOff: ['P_tree'] })
    expect(can(left, { anyOf: ['P_dash', 'P_tree'] })).toBe(false)
  })
})

describe('a tampered setting', () => {
  it('costs the keys that cannot be read, one by one, and no other', () => {
    const read = readOptions({
      variant: 'plate',
      disableMap: 'true',
      forceKm: 1,
      mapZoom: 99,
      liveIdleSeconds: Number.NaN,
      mapCenter: '91,0',
      language: '<script>',
      labels: ['no'],
      idle: 'analog',
      mobile: null,
      tileUrl: { toString: () => 'https://x/' },
      noRightHint: 'x'.repeat(501),
      recordingButton: false,
      nonsense: true,
    })
    expect(read.options).toEqual({ ...standardOptions, plateAsLabel: true, recordingButton: false })
    expect([...read.unreadable].sort()).toEqual(
      [
        ...['disableMap', 'forceKm', 'mapZoom', 'liveIdleSeconds', 'mapCenter', 'language'],
        ...['labels', 'idle', 'mobile', 'tileUrl', 'noRightHint', 'nonsense'],
      ].sort(),
    )
  })
  it('[RIGHT-114] reports a mistyped key and an unknown name of a preset', () => {
    const { options, unreadable } = readOptions({ variant: 'plte', disablePtzz: true, mapZoom: 7 })
    expect(options).toEqual({ ...standardOptions, mapZoom: 7 })
    expect(unreadable).toEqual(['variant', 'disablePtzz'])
    const many = readOptions(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => ['x'.repeat(99) + n, 1])))
    expect(many.unreadable.map((key) => key.length)).toEqual(Array(20).fill(60))
  })
  it('of wrong types leaves each option as it was', () => {
    const wrong = [
      null,
      Symbol('s'),
      10n,
      Number.POSITIVE_INFINITY,
      'x'.repeat(10_000_000),
      () => true,
      [[]],
      new Map(),
    ]
    for (const name of Object.keys(optionValues) as OptionName[]) {
      for (const value of wrong) {
        const { options, unreadable } = readOptions({ [name]: value })
        const harmless = (name === 'labels' || name === 'idle') && value instanceof Map
        expect(unreadable, `${name} ${typeof value}`).toEqual(harmless ? [] : [name])
        expect(options).toEqual(standardOptions)
      }
    }
  })
  it('reads own keys only: neither a prototype nor its pollution sets an option', () => {
    expect(resolveOptions(Object.create({ disableMap: true }))).toEqual(standardOptions)
    const polluted = Object.prototype as { disableMap?: boolean; trial?: boolean }
    try {
      Object.defineProperty(polluted, 'disableMap', { value: true, configurable: true, writable: true })
      expect(resolveOptions({})).toEqual(standardOptions)
    } finally {
      delete polluted.disableMap
    }
    const own = resolveOptions(JSON.parse('{"__proto__":{"trial":true},"labels":{"__proto__":{"x.y":"z"}}}'))
    expect(own.trial).toBe(false)
    expect(Object.keys(own.labels)).toEqual([])
  })
  it('survives getters and proxies that throw', () => {
    const thrower = { mapZoom: 7 }
    Object.defineProperty(thrower, 'forceKm', {
      enumerable: true,
      get() {
        throw new Error('no')
      },
    })
    expect(readOptions(thrower)).toEqual({ options: { ...standardOptions, mapZoom: 7 }, unreadable: ['forceKm'] })
    const hostile = new Proxy(
      {},
      {
        getOwnPropertyDescriptor() {
          throw new Error('no')
        },
        ownKeys() {
          throw new Error('no')
        },
      },
    )
    expect(resolveOptions(hostile)).toEqual(standardOptions)
    expect(readOptions({ labels: hostile }).unreadable).toEqual(['labels'])
  })
  it('takes no address that runs something or hides its scheme', () => {
    const refused = [
      'javascript:alert(1)',
      'JaVaScript:1',
      'java\nscript:1',
      ' https://x/',
      'data:text/html,x',
      'vbscript:1',
      '',
    ]
    for (const name of ['logo', 'loginFrame', 'loginPicture', 'tileUrl', 'mapScriptUrl', 'entranceRedirect'] as const) {
      for (const address of refused) expect(readOptions({ [name]: address }).unreadable, address).toEqual([name])
      expect(resolveOptions({ [name]: `https://x/${'y'.repeat(3000)}` })[name]).toBeUndefined()
    }
  })
  it('keeps of labels and of the idle screen what can be read', () => {
    const { labels, idle } = resolveOptions({
      labels: { 'nav.map': 'Plan', 'nav.live': 7, constructor: 'x', 'nav.user': 'x'.repeat(501) },
      idle: {
        analogClock: 'yes',
        digitalClock: true,
        items: [
          null,
          { text: 'no place' },
          { text: 'far', left: 101, top: 0, width: 5 },
          { text: 'here', link: 'javascript:alert(1)', image: 7, left: 0, top: 0, width: 100 },
        ],
      },
    })
    expect(labels).toEqual({ 'nav.map': 'Plan' })
    expect(idle).toEqual({
      analogClock: false,
      digitalClock: true,
      items: [{ text: 'here', left: 0, top: 0, width: 100 }],
    })
  })
})
