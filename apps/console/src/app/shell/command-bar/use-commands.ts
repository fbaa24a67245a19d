import { useMemo } from 'react'
import { useFleetState, useLabelOf } from '../../../engines/fleet/index.ts'
import type { IconName } from '../../../platform/icons/index.ts'
import type { Moment } from '../../../platform/pages/index.ts'
import { useClock, useDateText } from '../../../platform/preferences/index.ts'
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
  /** What it leads to for a vehicle; '' for a page. */
  readonly way: string
  /** An address, or what opens a dialog. */
  readonly target: string | (() => void)
}

export interface Commands {
  readonly devices: readonly Command[]
  readonly pages: readonly Command[]
}

const deviceWays = contributionsOf('deviceWays')

/** What the text of the command bar leads to, best first. */
export function useCommands(text: string): Commands {
  const devices = useFleetState((state) => state.devices)
  const labelOf = useLabelOf()
  const names = useDayWords()
  const { ways, pages } = usePlaces()
  const clock = useClock()
  return useMemo(() => {
    const { words, moment } = readCommand(text, new Date(clock.nowMs()), names)
    const offered = moment === null ? ways : ways.filter(({ showsPast }) => showsPast)
    const found = findDevices(devices.values(), words, offered)
    return {
      // All ways to the vehicle that is meant most, and the first one to each of the others.
      devices: found.flatMap(({ device: { deviceId }, ways: left }, index) =>
        (index === 0 ? left : left.slice(0, 1)).map(
          (way): Command => ({
            key: `${deviceId} ${way.label}`,
            icon: way.icon,
            label: labelOf(deviceId),
            way: moment === null ? way.label : `${way.label} · ${momentText(moment)}`,
            target: way.open(deviceId, moment),
          }),
        ),
      ),
      pages: moment === null ? matching(pages, words) : [],
    }
  }, [text, devices, labelOf, names, ways, pages, clock])
}

/** The ways to a vehicle and the pages that this visitor has, with their names. */
function usePlaces() {
  const t = useText()
  const visitor = useVisitor()
  return useMemo(() => {
    const { bar, menus } = navigationOf(builtPages, visitor)
    return {
      ways: deviceWays
        .filter(({ may }) => may(visitor))
        .map(({ labelKey, icon, showsPast, open }) => ({ label: t(labelKey), icon, showsPast, open })),
      pages: [...bar, ...menus.flatMap(({ entries }) => entries)].map(
        ({ page, to }): Command => ({
          key: to,
          icon: pageIcon(page.path),
          label: t(page.labelKey ?? page.titleKey),
          way: '',
          target: to,
        }),
      ),
    }
  }, [t, visitor])
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
