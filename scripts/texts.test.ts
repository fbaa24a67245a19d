// Every text is there in every language, and every key is used.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { en, languages } from '@fleetglass/texts/languages'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const keys = Object.keys(en)
const others = languages.filter(({ config }) => config !== 'en')
/** Names, and what is nothing but its parts. */
const sameEverywhere =
  /^(app\.name|eventReports\.(type\.\w+|files\.(number|(update|start|end)time))|tile\.way\..+|playback\.(times|minuteLabel)|tile\.stat\.kbits|mileage\.number|performance\.(number|server)|(firmware|faces)\.md5|logs\.number|streamLog\.(gms|web|rtsp)|(talkLog|accessLog)\.ip|eventList\.(number|channel|clipRange)|remote\.(number|unlimited|downloadSize)|serverSettings\.ddns(\.type[01])?|setting\.(volumeHint|card\.(adas|dsm)|field\.g_sensor_[xyz])|gpsPlayback\.(exportGpx|exportGeoJson|number|eventGps)|(fence|route)\.numbered|ptz\.column|event\.(detail|detailMemo|withText|recoveredDetail)|popup\.speedUnit|error\.(invalid-field|invalid-body|unknown-address))$/

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

it('every language has every key, and no other', () => {
  for (const { config, texts } of others) {
    const theirs = Object.keys(texts)
    expect([config, keys.filter((key) => !theirs.includes(key))]).toEqual([config, []])
    expect([config, theirs.filter((key) => !keys.includes(key))]).toEqual([config, []])
  }
})

it('every translation differs from the English text, and has its parts', () => {
  const parts = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([part]) => part).sort()
  const wrong = others.flatMap(({ config, texts }) =>
    Object.entries(en).flatMap(([key, english]) => {
      const text = texts[key as keyof typeof texts]
      const own = text.trim() !== '' && (text !== english || sameEverywhere.test(key))
      return own && parts(text).join() === parts(english).join() ? [] : [`${config} ${key}: ${text}`]
    }),
  )
  expect(wrong).toEqual([])
})

it('no key stands in two files', () => {
  const files = sources('packages/texts/src').filter((path) => path.endsWith('.en.ts'))
  const all = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^ {2}'([\w.-]+)':/gm)].map(([, key]) => key ?? ''),
  )
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([])
  expect(all.toSorted()).toEqual(keys.toSorted())
})

it('every key is used: by its name, or by the beginning of one', () => {
  const code = ['apps/console/src', 'packages/contract/src']
    .flatMap(sources)
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const names = new Set([...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, name]) => name))
  const beginnings = [...code.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)].map(([, beginning]) => beginning ?? '')
  // Of one thing, a text may have a form of its own, which i18next finds by the number.
  const unused = keys.filter(
    (key) => !names.has(key.replace(/_one$/, '')) && !beginnings.some((beginning) => key.startsWith(beginning)),
  )
  expect(unused).toEqual([])
})
