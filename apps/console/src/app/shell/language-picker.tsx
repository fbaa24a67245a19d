import { useLanguages, usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ChoiceMenu } from '../../ui/index.ts'

/** SHELL-019, 020: picks one of the languages that the server offers. A server that offers one leaves nothing to pick. */
export function LanguagePicker() {
  const t = useText()
  const { languages } = usePreferences()
  const { offered, shown } = useLanguages()
  if (offered.length < 2) return null
  return (
    <ChoiceMenu
      icon="language"
      label={t('nav.language')}
      chosen={shown}
      choices={offered.map(({ config, name }) => ({ value: config, label: name }))}
      onChoose={(code) => void languages.choose(code)}
    />
  )
}
