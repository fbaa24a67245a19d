import { type RemoteParameterName, sensorPresets } from '@fleetglass/contract/remote-settings'
import { useText } from '../../../platform/texts/index.ts'
import type { Values } from '../remote-settings.cards.ts'

const axes = ['g_sensor_x', 'g_sensor_y', 'g_sensor_z'] as const

/** RDEV-027 … 030, RDEV-093: puts three values at once; 'Original' those that were loaded from the device. */
export function SensorPresets(props: {
  readonly loaded: Values
  readonly onText: (name: RemoteParameterName, text: string) => void
}) {
  const t = useText()
  const put = (texts: readonly (string | number | undefined)[]): void =>
    axes.forEach((name, at) => {
      const text = texts[at]
      if (text !== undefined) props.onText(name, String(text))
    })
  return (
    <fieldset className="btn-group btn-group-sm remote-presets" aria-label={t('setting.preset')}>
      <button
        type="button"
        className="btn btn-outline-secondary"
        onClick={() => put(axes.map((name) => props.loaded.get(name)))}
      >
        {t('setting.preset.original')}
      </button>
      {(Object.keys(sensorPresets) as (keyof typeof sensorPresets)[]).map((name) => (
        <button key={name} type="button" className="btn btn-outline-secondary" onClick={() => put(sensorPresets[name])}>
          {t(`setting.preset.${name}`)}
        </button>
      ))}
    </fieldset>
  )
}
