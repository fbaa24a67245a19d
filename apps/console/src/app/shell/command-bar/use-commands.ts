import { placesAnswerSchema, placesPath, placesRequestSchema } from '@fleetglass/contract/geocode'
import { mayOpen, pageOf } from '@fleetglass/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServerCall } from '../../../engines/channel/index.ts'
import { useFleetState, useLabelOf } from '../../../engines/fleet/index.ts'
import type { IconName } from '../../../platform/icons/index.ts'
import { type Moment, placeAddress } from '../../../platform/pages/index.ts'
import { useClock, useDateText } from '../../../platform/preferences/index.ts'
import { useSettled } from '../../../platform/queries/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { useVisitor } from '../../../shared/visitor/index.ts'
import { navigationOf } from '../../navigation.ts'
import { builtPages, contributionsOf } from '../../pages.ts'
import { pageIcon } from '../page-icons.ts'
import { findDevices, matching } from './command-matches.ts'
import { type DayWords, readCommand } from './command-text.ts'

/** One line of the bar. */
export interface Command {
  readonly key: string
  readonly icon: IconName
  readonly label: string
  /** What is done with the vehicle, or shown of it; '' for a page or place. */
  readonly action: string
  /** An address, or what opens a dialog. */
  readonly target: string | (() => void)
  /** Its page reads the address once: where it is shown already, it begins anew. */
  readonly anew?: true
}

export interface Commands {
  readonly devices: readonly Command[]
  readonly pages: readonly Command[]
  /** They come a moment later than the others: the server has their list. */
  readonly places: readonly Command[]
}

const deviceTargets = contributionsOf('deviceTargets')

/** What the text of the command bar leads to, best first. */
export function useCommands(text: string): Commands {
  const devices = useFleetState((state) => state.devices)
  const labelOf = useLabelOf()
  const names = useDayWords()
  const { actions, pages } = useOffers()
  const clock = useClock()
  const read = useMemo(() => readCommand(text, new Date(clock.nowMs()), names), [text, clock, names])
  const places = usePlaces(read.moment === null ? read.words.join(' ') : '')
  const found = useMemo(() => {
    const { words, moment } = read
    const offered = moment === null ? actions : actions.filter(({ showsPast }) => showsPast)
    const found = findDevices(devices.values(), words, offered)
    return {
      // All actions on the vehicle that is meant most, and the first one on each of the others.
      devices: found.flatMap(({ device: { deviceId }, actions: left }, index) =>
        (index === 0 ? left : left.slice(0, 1)).map(
          (action): Command => ({
            key: `${deviceId} ${action.label}`,
            icon: action.icon,
            label: labelOf(deviceId),
            action: moment === null ? action.label : `${action.label} · ${momentText(moment)}`,
            target: action.open(deviceId, moment),
            ...(action.showsPast && { anew: true }),
          }),
        ),
      ),
      pages: moment === null ? matching(pages, words) : [],
    }
  }, [read, devices, labelOf, actions, pages])
  return { ...found, places }
}

/** The actions on a vehicle and the pages that this visitor has, with their names. */
function useOffers() {
  const t = useText()
  const visitor = useVisitor()
  return useMemo(() => {
    const { bar, menus } = navigationOf(builtPages, visitor)
    return {
      actions: deviceTargets
        .filter(({ may }) => may(visitor))
        .map(({ labelKey, icon, showsPast, open }) => ({ label: t(labelKey), icon, showsPast, open })),
      pages: [...bar, ...menus.flatMap(({ entries }) => entries)].map(
        ({ page, to }): Command => ({
          key: to,
          icon: pageIcon(page.path),
          label: t(page.labelKey ?? page.titleKey),
          action: '',
          target: to,
        }),
      ),
    }
  }, [t, visitor])
}

/** Towns whose name begins so, those near the fleet first. */
function usePlaces(name: string): readonly Command[] {
  const text = useSettled(name)
  const call = useServerCall()
  const visitor = useVisitor()
  const devices = useFleetState((state) => state.devices)
  const may = mayOpen(pageOf('/'), visitor) && placesRequestSchema.safeParse({ text }).success
  const { data } = useQuery({
    queryKey: ['places', text],
    enabled: may && text === name,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const somewhere = [...devices.values()].find(({ position }) => position !== null)?.position
      const near = somewhere && { lat: somewhere.lat, lng: somewhere.lng }
      return placesAnswerSchema.parse(await call('POST', placesPath, { text, ...(near && { near }) }))
    },
  })
  if (!may || text !== name) return []
  return (data ?? []).map(({ name: town, country, lat, lng }) => ({
    key: `${lat},${lng}`,
    icon: 'pin',
    label: `${town}, ${country}`,
    action: '',
    target: placeAddress({ lat, lng }),
  }))
}

/** How days are named in the language of the page. */
function useDayWords(): DayWords {
  const t = useText()
  const dateText = useDateText()
  return useMemo(() => {
    // The first of January 2023 was a Sunday.
    const weekdays = Array.from({ length: 7 }, (_, index) => new Date(2023, 0, 1 + index))
    return {
      today: wordsOf(t('command.today')),
      yesterday: wordsOf(t('command.yesterday')),
      between: wordsOf(t('command.between')),
      weekdays: weekdays.map((date) =>
        (['long', 'short'] as const).map((weekday) => dateText(date, { weekday }).toLowerCase()),
      ),
    }
  }, [t, dateText])
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/)

function momentText({ day, atS }: Moment): string {
  return atS === null ? day : localTimeText(atS)
}
