import { describe, expect, it } from 'vitest'
import { withoutWebFonts } from '../../vite/web-fonts.ts'
import { readSiteConfig } from './config/index.ts'
import { decideMobile } from './preferences/index.ts'
import { sha256Hex } from './sha256/index.ts'
import { memoryStore } from './storage/index.ts'
import { parseThemeName, themeNames } from './theme/theme-names.ts'
import { shiftedTimeText, zoneLabel } from './time/index.ts'
import { chooseLengthUnit, displayDistance, displaySpeed, speedsInUnit, speedUnit } from './units/index.ts'

describe('the password hash', () => {
  it('[LOGIN-56] [LOGIN-57] is the upper-case SHA-256 of the UTF-8 bytes, untrimmed', async () => {
    for (const text of [
      '',
      'abc',
      ' blank ',
      'pässwörd 密碼',
      'x'.repeat(55),
      'x'.repeat(56),
      'x'.repeat(64),
      'x'.repeat(1000),
    ]) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
      const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      expect(sha256Hex(text), `of ${text.length} characters`).toBe(hex.toUpperCase())
    }
  })
})

describe('units', () => {
  it('[CONST0-01] [CONST0-02] the unit is the mile in en-US, and the kilometre in any other language', () => {
    expect(chooseLengthUnit(null, memoryStore(), 'en-US')).toBe('mile')
    for (const language of ['en-GB', 'en', 'de', 'zh-TW']) {
      expect(chooseLengthUnit(null, memoryStore(), language)).toBe('km')
    }
  })

  it('[CONST0-03] [CONST0-04] a forced unit wins, then the stored one, then that of the language', () => {
    const stored = memoryStore({ lengthUnit: 'mile' })
    expect(chooseLengthUnit('km', stored, 'en-US')).toBe('km')
    expect(chooseLengthUnit('mile', memoryStore({ lengthUnit: 'km' }), 'de')).toBe('mile')
    expect(chooseLengthUnit(null, stored, 'de')).toBe('mile')
    expect(chooseLengthUnit(null, memoryStore({ lengthUnit: 'km' }), 'en-US')).toBe('km')
  })

  it('[CONST1-11] [CONST1-14] the units are mile and kilometre: another one that is stored does not count', () => {
    expect(chooseLengthUnit(null, memoryStore({ lengthUnit: 'yard' }), 'en-GB')).toBe('km')
    expect(chooseLengthUnit(null, memoryStore({ lengthUnit: 'yard' }), 'en-US')).toBe('mile')
  })

  it('[CONST1-11] a speed is in km/h or mi/h, as the site, the browser or its language has it', () => {
    const shown = (...[forced, store, language]: Parameters<typeof chooseLengthUnit>) => {
      const unit = chooseLengthUnit(forced, store, language)
      return `${displaySpeed(100, unit)} ${speedUnit(unit)}`
    }
    const miles = memoryStore({ lengthUnit: 'mile' })
    expect([shown('km', miles, 'en-US'), shown('mile', memoryStore(), 'de')]).toEqual(['100 km/h', '62 mi/h'])
    expect([shown(null, miles, 'de'), shown(null, memoryStore(), 'de')]).toEqual(['62 mi/h', '100 km/h'])
  })

  it('[CONST0-07] [CONST1-12] on other screens than the shell, dashboard and map a kilometre is 0.62137 miles', () => {
    expect(displaySpeed(100_000, 'mile', 'elsewhere')).toBe(62_137)
    expect(displayDistance(1000, 'mile', 'elsewhere')).toBe('621.370')
    expect(speedsInUnit('100000 km/h', 'mile', 'elsewhere')).toBe('62137 mi/h')
    expect(speedsInUnit('100000 km/h', 'mile')).toBe('62140 mi/h')
  })

  it('[CONST0-05] [CONST0-10] [CONST0-12] converts to miles first, then rounds, halves up', () => {
    expect([displaySpeed(60.5, 'km'), displaySpeed(60.4, 'km'), displaySpeed(100, 'mile')]).toEqual([61, 60, 62])
  })
})

it('[CONST0-07] [CONST0-11] [CONST0-12] a distance is converted by 0.6214 and written with three decimals', () => {
  expect([displayDistance(1, 'mile'), displayDistance(12.3456, 'km'), displayDistance(0, 'km')]).toEqual([
    '0.621',
    '12.346',
    '0.000',
  ])
  expect(displayDistance(1000, 'mile')).toBe('621.400')
})

describe('themes', () => {
  it('[SHELL-118] [CONST1-13] there are eighteen, and a stored name that is none of them is the default', () => {
    const [first, second] = [
      'default cerulean cosmo darkly flatly journal litera lumen materia',
      'minty pulse sandstone simplex solar spacelab superhero united yeti',
    ]
    expect(themeNames).toEqual(`${first} ${second}`.split(' '))
    expect([parseThemeName('darkly'), parseThemeName('vapor'), parseThemeName(null)]).toEqual([
      'darkly',
      'default',
      'default',
    ])
  })

  it('web fonts are taken out to the closing parenthesis, whatever the address contains', () => {
    const css =
      '@charset "UTF-8";@import url(https://fonts.test/css2?family=Lato:ital,wght@0,400;0,700;1,400&display=swap);:root{--a:1}'
    expect(withoutWebFonts(css)).toBe('@charset "UTF-8";:root{--a:1}')
    expect(withoutWebFonts('a{b:url(x)}')).toBe('a{b:url(x)}')
  })
})

it('[FOOT-05] the label names hours and minutes from UTC, the time is shifted by them', () => {
  expect([8, 5.5, -3, 0].map(zoneLabel)).toEqual(['UTC+08:00', 'UTC+05:30', 'UTC-03:00', 'UTC+00:00'])
  expect(shiftedTimeText(Date.UTC(2026, 0, 31, 20, 30, 5), 5.5)).toBe('2026-02-01 02:00:05')
})

it('[SHELL-018] a phone is known by its name or its width, and the site can force either answer', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 14) Mobile'
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64)'
  expect([decideMobile(null, phone, 1920), decideMobile(null, desktop, 767), decideMobile(null, desktop, 768)]).toEqual(
    [true, true, false],
  )
  expect([decideMobile(false, phone, 300), decideMobile(true, desktop, 1920)]).toEqual([false, true])
})

it('[MAP-51] [MAP-53] the map starts at the built-in place and zoom 11, or where the site sets it', () => {
  expect(readSiteConfig(undefined)).toMatchObject({
    mapCenter: { lat: 24.0786, lng: 120.5285 },
    mapZoom: 11,
    tileUrl: null,
  })
  expect(readSiteConfig({ mapCenter: '52.5,13.4', mapZoom: 5 })).toMatchObject({
    mapCenter: { lat: 52.5, lng: 13.4 },
    mapZoom: 5,
  })
  expect(readSiteConfig({ mapCenter: 'here' }).mapCenter).toEqual({ lat: 24.0786, lng: 120.5285 })
})
