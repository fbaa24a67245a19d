import { gbkDecode } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { fleetglassFamily, joinItems, readParameter, SETTING_NAMES, standardFamily, textItems } from '../index.ts'

const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill)

describe('settings of a recorder', () => {
  it('[RDEV-107] our own numbers lie in 0xF001 to 0xF0FF, each once, are text, and leave those of T/JSATL 12 free', () => {
    const ids = Object.values(fleetglassFamily.settings).flatMap((place) =>
      place.kind === 'text' && place.id >= 0xf000 ? [place.id] : [],
    )
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) {
      expect(id).toBeGreaterThan(0xf000)
      expect(id).toBeLessThan(0xf100)
      // To a device of another family they mean something else: nothing is read into them.
      expect(readParameter({ id, value: Uint8Array.of(0xb3, 0xb5) })).toMatchObject({ name: null })
    }
  })

  it('[RDEV-108] a device of which nothing is known has the settings of the standards, and no maker’s number among them', () => {
    const own = Object.keys(fleetglassFamily.settings)
    expect([...own].sort()).toEqual([...SETTING_NAMES].sort())
    const numbers = Object.values(standardFamily.settings).flatMap((place) => ('id' in place ? [place.id] : [0x0075]))
    expect(Math.max(...numbers)).toBeLessThan(0xf000)
    for (const [name, place] of Object.entries(standardFamily.settings))
      expect(fleetglassFamily.settings[name as keyof typeof standardFamily.settings]).toEqual(place)
    for (const code of Object.values(standardFamily.liveSizes)) expect(code).toBeLessThan(100)
  })

  it('[RDEV-107] a text of more than 250 bytes is several items, joined in their order', () => {
    for (const [length, parts] of [
      [0, [0]],
      [250, [250]],
      [251, [250, 1]],
      [4096, [...Array<number>(16).fill(250), 96]],
    ] as const) {
      const text = 'ab'.repeat(2048).slice(0, length)
      const items = textItems(0xf001, text) ?? []
      expect(items.map(({ value }) => value.length)).toEqual(parts)
      expect(gbkDecode(joinItems(items).get(0xf001) ?? bytes(1, 0))).toBe(text)
    }
    // A character of two bytes that lies across two items.
    const words = `a${'车'.repeat(200)}`
    expect(gbkDecode(joinItems(textItems(0xf001, words) ?? []).get(0xf001) ?? bytes(1, 0))).toBe(words)
    expect(textItems(0xf001, 'x'.repeat(4097))).toBeNull()
  })

  it('uses the last value of a standard number that is reported twice, and leaves out values too long for a setting', () => {
    const joined = joinItems([
      { id: 0x0083, value: bytes(2, 65) },
      { id: 0x0083, value: bytes(3, 66) },
      { id: 0xf364, value: bytes(4, 1) },
      { id: 0xf364, value: bytes(4, 2) },
      ...Array.from({ length: 17 }, () => ({ id: 0xf001, value: bytes(255, 65) })),
    ])
    expect([...joined.keys()]).toEqual([0x0083, 0xf364])
    expect([...(joined.get(0x0083) ?? [])]).toEqual([66, 66, 66])
    expect([...(joined.get(0xf364) ?? [])]).toEqual([2, 2, 2, 2])
  })
})
