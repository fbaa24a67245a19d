import type { IconName } from '../../platform/icons/index.ts'
import { useLanguages, useLengthUnit, usePreferences, useTheme } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { themeNames } from '../../platform/theme/index.ts'

/** Something about how the console looks that this browser chooses. */
export interface DisplayChoice {
  readonly icon: IconName
  readonly label: string
  readonly chosen: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

/** Language, theme and unit, as far as the site leaves a choice (SHELL-019, SHELL-116, SHELL-119). */
export function useDisplayChoices(): readonly DisplayChoice[] {
  return [useLanguageChoice(), useThemeChoice(), useUnitChoice()].filter((choice) => choice !== null)
}

function useLanguageChoice(): DisplayChoice | null {
  const t = useText()
  const { languages } = usePreferences()
  const { offered, shown } = useLanguages()
  // A server that offers one leaves nothing to choose.
  if (offered.length < 2) return null
  const choices = offered.map(({ config, name }) => ({ value: config, label: name }))
  const onChoose = (code: string) => void languages.choose(code)
  return { icon: 'language', label: t('nav.language'), chosen: shown, choices, onChoose }
}

function useThemeChoice(): DisplayChoice | null {
  const t = useText()
  const { theme, site } = usePreferences()
  const { name } = useTheme()
  if (site.forceDefaultStyle) return null
  const choices = themeNames.map((value) => ({ value, label: value }))
  const onChoose = (value: string) => {
    const chosen = themeNames.find((one) => one === value)
    if (chosen) void theme.choose(chosen)
  }
  return { icon: 'theme', label: t('nav.theme'), chosen: name, choices, onChoose }
}

function useUnitChoice(): DisplayChoice | null {
  const t = useText()
  const { unit, site } = usePreferences()
  const chosen = useLengthUnit()
  if (site.forcedUnit) return null
  const choices = (['km', 'mile'] as const).map((value) => ({ value, label: t(`unit.${value}`) }))
  const onChoose = (value: string) => unit.setState(value === 'mile' ? 'mile' : 'km', true)
  return { icon: 'ruler', label: t('nav.unit'), chosen, choices, onChoose }
}
