import { type ThresholdKey, thresholdRanges, withThresholds } from '@fleetglass/contract/remote-settings'
import { useText } from '../../../platform/texts/index.ts'
import { thresholdsIn } from '../remote-settings.cards.ts'
import { isOutside, Labelled, NumberInput } from './plain-fields.tsx'

/** RDEV-079, RDEV-080: the thresholds of a card; all other lines of the text stay as they are. */
export function ThresholdFields(props: {
  readonly keys: readonly ThresholdKey[]
  readonly text: string
  readonly onText: (text: string) => void
}) {
  const t = useText()
  const { keys, text, onText } = props
  const values = thresholdsIn(text)
  return (
    <fieldset className="remote-group">
      <legend>{t('setting.field.motovisadas')}</legend>
      <div className="remote-columns">
        {keys.map((key) => (
          <Labelled
            key={key}
            label={t(`setting.threshold.${key}`)}
            hint={t('setting.rangeHint', thresholdRanges[key])}
            isRefused={isOutside(values.get(key) ?? '', thresholdRanges[key])}
          >
            {(id, hintId) => (
              <NumberInput
                id={id}
                describedBy={hintId}
                {...thresholdRanges[key]}
                shown={values.get(key) ?? ''}
                onTyped={(typed) => onText(withThresholds(text, new Map([[key, typed]])))}
              />
            )}
          </Labelled>
        ))}
      </div>
    </fieldset>
  )
}
