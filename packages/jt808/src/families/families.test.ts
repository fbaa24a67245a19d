import { describe, expect, it } from 'vitest'
import { DRIVING_WORDS, deviceFamilies, isStandardWord } from '../index.ts'

describe('words of terminal control', () => {
  it('of the standard are 1 to 7', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 0xff].filter((word) => isStandardWord(word))).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})

describe('families of devices', () => {
  it('[D4] no family formats a card with a word that any maker uses for driving, or that the standard gives another meaning', () => {
    const words = deviceFamilies.flatMap(({ formatCard }) => (formatCard === null ? [] : [formatCard]))
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) {
      expect(DRIVING_WORDS.has(word)).toBe(false)
      expect(isStandardWord(word)).toBe(false)
      expect(word).toBeGreaterThan(7)
      expect(word).toBeLessThanOrEqual(0xff)
    }
    expect([...DRIVING_WORDS.keys()]).toEqual([0x64, 0x65, 0x70, 0x71, 0xf0, 0xf1])
  })

  it('[D4] each family has its own name and its own models; the standard has no word for formatting', () => {
    expect(new Set(deviceFamilies.map(({ name }) => name)).size).toBe(deviceFamilies.length)
    const models = deviceFamilies.flatMap((family) => family.models.map(({ maker, model }) => `${maker}/${model}`))
    expect(new Set(models).size).toBe(models.length)
    expect(deviceFamilies[0]).toMatchObject({ name: 'standard', models: [], formatCard: null })
  })
})
