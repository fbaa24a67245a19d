import { useLengthUnit, usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ChoiceMenu } from '../../ui/index.ts'

const units = ['km', 'mile'] as const

/** SHELL-119. */
export function UnitPicker() {
  const t = useText()
  const { unit, site } = usePreferences()
  const chosen = useLengthUnit()
  if (site.forcedUnit) return null
  return (
    <ChoiceMenu
      icon="ruler"
      label={t('nav.unit')}
      chosen={chosen}
      choices={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
      onChoose={(value) => unit.setState(value, true)}
    />
  )
}
