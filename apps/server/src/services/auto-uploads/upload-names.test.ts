import { AUTO_UPLOAD_NAME_MAX } from '@fleetglass/contract/auto-upload'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { extensionOf, shownName } from './upload-names.ts'

it.each([
  ['/a/b/clip.MP4', 'clip.MP4', 'mp4'],
  ['C:\\fotos\\x.jpg', 'x.jpg', 'jpg'],
  ['..', 'file', ''],
  ['', 'file', ''],
  ['a/../', 'file', ''],
  ['it\'s "new".txt', 'it\'s "new".txt', 'txt'],
  ['tab\there.log', 'tab_here.log', 'log'],
  ['gpj.\u202eexe', 'gpj._exe', ''],
  ['no extension', 'no extension', ''],
  ['end.', 'end.', ''],
  ['車輛.jpg', '車輛.jpg', 'jpg'],
])('[AUTOUP-12] the name %j is shown as %j, with the extension %j', (given, shown, ext) => {
  expect([shownName(given), extensionOf(shown)]).toEqual([shown, ext])
})

it('[AUTOUP-12] cuts a name of 300 characters and leaves its extension', () => {
  const shown = shownName(`${'n'.repeat(300)}.jpeg`)
  expect(shown).toHaveLength(AUTO_UPLOAD_NAME_MAX)
  expect(extensionOf(shown)).toBe('jpeg')
})

it('[API2-109] makes of any text a name that fits a list, a header and one part of an address', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 }))
  fc.assert(
    fc.property(texts, (text) => {
      const name = shownName(text)
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(AUTO_UPLOAD_NAME_MAX)
      expect(name).not.toMatch(/[\p{Cc}\\/]/u)
      const { pathname } = new URL(`http://server/aufile/${encodeURIComponent(name)}`)
      expect(pathname.split('/')).toHaveLength(3)
      expect(decodeURIComponent(pathname.split('/')[2] ?? '')).toBe(name)
    }),
  )
})
