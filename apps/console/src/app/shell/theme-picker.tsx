import { usePreferences, useTheme } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { themeNames } from '../../platform/theme/index.ts'
import { ChoiceMenu } from '../../ui/index.ts'

/** SHELL-116: picks one of the 18 themes; the page keeps its state. */
export function ThemePicker() {
  const t = useText()
  const { theme, site } = usePreferences()
  const { name } = useTheme()
  if (site.forceDefaultStyle) return null
  return (
    <ChoiceMenu
      icon="theme"
      label={t('nav.theme')}
      chosen={name}
      choices={themeNames.map((value) => ({ value, label: value }))}
      onChoose={(value) => void theme.choose(value)}
    />
  )
}
