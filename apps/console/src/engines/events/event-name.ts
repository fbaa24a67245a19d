import { EventCode, eventCatalogue, eventLabel, GPIO_INPUTS, SPEEDING_STEPS } from '@fleetglass/contract/events'
import { DEFAULT_LANGUAGE } from '@fleetglass/contract/translations'
import { useCallback } from 'react'
import { useSite } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'

/** How an event is called on screen: its number, and the name that it brought (empty: none). */
export type EventName = (code: number, name: string) => string

/** EVTS-69; where the site sets `plainWords`, each number of the catalogue has a name in the language of the page. */
export function useEventName(): EventName {
  const t = useText()
  const { plainWords } = useSite()
  return useCallback(
    (code, name) => (plainWords ? plainName(code, name, t) : fixedName(code, name, t)),
    [t, plainWords],
  )
}

/**
 * How events of a number are called that bring no name, `null` where only the number says it: the English label of the catalogue,
 * else the name with which the server raises them, in the language of the page.
 */
export function useStandardEventName(): (code: number) => string | null {
  const t = useText()
  const { plainWords } = useSite()
  return useCallback(
    (code) => {
      const label = plainWords ? null : (eventCatalogue.get(code)?.english ?? null)
      return label ?? nameOfCode(code, t) ?? eventLabel(code)
    },
    [t, plainWords],
  )
}

/** The numbers that have a name of their own. */
const named = [
  0, 1, 2, 3, 4, 5, 14, 15, 16, 17, 18, 19, 20, 21, 51, 52, 90, 98, 99, 100, 700, 701, 702, 703, 704, 705, 706, 707,
  708, 709, 710, 711, 712, 713, 714, 715, 716, 717, 718, 719, 720, 721, 722, 730, 731, 732, 733, 740, 741, 742, 743,
  750, 751, 752, 753, 754, 755, 756, 757, 758, 759, 760, 761, 762, 763, 764, 765, 766, 767, 768, 769, 770, 771, 772,
  773, 774, 775, 1818, 1819, 1820, 1821,
] as const

function fixedName(code: number, name: string, t: Translate): string {
  return eventLabel(code, name) ?? t('event.numbered', { code })
}

/** A name that somebody chose stays; what the server calls the event by itself is said in the language of the page. */
function plainName(code: number, name: string, t: Translate): string {
  const inEnglish: Translate = (key, values) => t(key, { ...values, lng: DEFAULT_LANGUAGE })
  const standard = ['', eventLabel(code), nameOfCode(code, inEnglish)]
  if (standard.includes(name)) return nameOfCode(code, t) ?? fixedName(code, name, t)
  if (code === EventCode.gSensor && name === inEnglish('event.name.rollover')) return t('event.name.rollover')
  return speedingName(name, inEnglish, t) ?? name
}

/** The server says by how much the limit was passed, and not by which step of the catalogue. */
function speedingName(name: string, inEnglish: Translate, t: Translate): string | null {
  const [over] = /\d+/.exec(name) ?? []
  if (over === undefined || name !== inEnglish('event.name.speeding', { over })) return null
  return t('event.name.speeding', { over })
}

function nameOfCode(code: number, t: Translate): string | null {
  if (isNamed(code)) return t(`event.name.${code}`)
  if (code > EventCode.sdBackup && code <= EventCode.sdBackup + 2) return t('event.name.90')
  const input = code - EventCode.gpio
  if (input >= 0 && input < GPIO_INPUTS) return t('event.name.gpio', { number: input })
  const step = code - EventCode.speedingBy5
  if (step >= 0 && step < SPEEDING_STEPS) return t('event.name.speeding', { over: (step + 1) * 5 })
  const family = eventCatalogue.get(code)?.family
  return family === 'device' || family === 'alarm' ? t(`event.name.${family}`, { code }) : null
}

function isNamed(code: number): code is (typeof named)[number] {
  return (named as readonly number[]).includes(code)
}
