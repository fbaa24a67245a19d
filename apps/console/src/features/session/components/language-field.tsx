import { languageTag } from '@fleetglass/contract/translations'
import { useLanguages, usePreferences } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'

/** SHELL-019, SHELL-020: the languages the server offers, each in its own words. */
export function LanguageField() {
  const t = useText()
  const { languages } = usePreferences()
  const { offered, shown } = useLanguages()
  if (offered.length < 2) return null
  return (
    <select
      className="form-select form-select-sm login-language"
      aria-label={t('login.language')}
      value={shown}
      onChange={(event) => void languages.choose(event.target.value)}
    >
      {offered.map(({ config, name }) => (
        <option key={config} value={config} lang={languageTag(config)}>
          {name}
        </option>
      ))}
    </select>
  )
}
