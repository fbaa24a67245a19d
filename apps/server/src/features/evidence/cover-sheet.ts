// The record of a package and its chain of custody as a page for a file of paper.
import type { CustodyEntry, EvidencePackage } from '@fleetglass/contract/evidence'
import { pdfTexts } from '@fleetglass/contract/pdf-files'
import { fingerprintOf } from '@fleetglass/evidence'
import { languages } from '@fleetglass/texts/languages'
import type { TableDocument } from '../../platform/pdf/index.ts'

export interface CoverSheet {
  readonly evidence: EvidencePackage
  readonly custody: readonly CustodyEntry[]
  readonly publicKey: string
  /** As the console names it; another one is English. */
  readonly language: string
  /** Of the times, minutes east of UTC. */
  readonly tz: number
  readonly nowMs: number
}

export function coverSheet({ evidence, custody, publicKey, language, tz, nowMs }: CoverSheet): TableDocument {
  const found = languages.find(({ config }) => config === language) ?? languages[0]
  if (found === undefined) throw new Error('there is no language')
  const { texts } = found
  const time = (s: number): string =>
    `${new Date((s + tz * 60) * 1000).toISOString().slice(0, 19).replace('T', ' ')} ${zoneText(tz)}`
  const facts: [label: string, value: string][] = [
    [texts['evidence.device'], evidence.deviceid],
    [texts['evidence.range'], `${time(evidence.start)} – ${time(evidence.end)}`],
    [texts['evidence.channels'], evidence.channels.join(', ')],
    [texts['evidence.reason'], evidence.reason],
    [texts['evidence.madeBy'], evidence.user],
    [texts['evidence.time'], time(evidence.time)],
    [texts['evidence.size'], String(evidence.bytes)],
    [texts['evidence.signed'], fingerprintOf(publicKey)],
    [texts['evidence.custodyTitle'], ''],
  ]
  const steps = custody.map(({ time: atS, user, address, act, link, channel }): [string, string] => {
    const name = user === '' ? filled(texts['evidence.byLink'], { link }) : user
    const who = address === '' ? texts['evidence.server'] : `${name} (${address})`
    return [time(atS), `${who}: ${filled(texts[`evidence.act.${act}`], { link, channel })}`]
  })
  return {
    title: texts['evidence.coverTitle'],
    subtitle: evidence.id,
    direction: found.config === 'ar' ? 'rtl' : 'ltr',
    logo: null,
    columns: [texts['evidence.when'], texts['evidence.what']].map((label) => ({ label, numeric: false })),
    rows: [...facts, ...steps],
    totals: [],
    pageText: texts[pdfTexts.pageOf],
    footer: `${texts['app.name']} · ${time(Math.floor(nowMs / 1000))}`,
  }
}

function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** `+05:30` */
function zoneText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
