import { describe, expect, it } from 'vitest'
import { resolveOptions, standardOptions } from './options.ts'

describe('options of the site', () => {
  it('RIGHT-114 a preset is picked by its name, and every other key overrides one option of it', () => {
    expect(resolveOptions({ variant: 'minimal', disableMap: false })).toEqual({
      ...standardOptions,
      disableLive: true,
      disablePlayback: true,
    })
    expect(resolveOptions({ variant: 'plainkm', mapZoom: 5 })).toMatchObject({ forceKm: true, mapZoom: 5 })
  })
  it('RIGHT-114 an unknown name, and what cannot be read, is the standard build', () => {
    expect(resolveOptions({ variant: 'nobody' })).toEqual(standardOptions)
    expect(resolveOptions({ variant: 'constructor' })).toEqual(standardOptions)
    for (const given of [undefined, null, 7, { mapZoom: 'far' }]) expect(resolveOptions(given)).toEqual(standardOptions)
  })
  it('MAP-51 MAP-53 the map starts at its default place and zoom', () => {
    expect(standardOptions).toMatchObject({ mapCenter: '24.0786,120.5285', mapZoom: 11 })
  })
})
