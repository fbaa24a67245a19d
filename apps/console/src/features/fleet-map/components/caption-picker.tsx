import type { TextKey } from '@fleetglass/texts'
import { useText } from '../../../platform/texts/index.ts'
import { type CaptionKind, captionKinds } from '../fleet-map.rules.ts'

const labels: Record<CaptionKind, TextKey> = { device: 'column.device', driver: 'column.driver', memo: 'column.memo' }

/** MAP-07. */
export function CaptionPicker(props: { readonly chosen: CaptionKind; readonly onChoose: (kind: CaptionKind) => void }) {
  const t = useText()
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{t('map.captions')}</legend>
      {captionKinds.map((kind) => (
        <label key={kind} className="segment">
          <input
            type="radio"
            name="caption"
            value={kind}
            checked={kind === props.chosen}
            onChange={() => props.onChoose(kind)}
          />
          <span>{t(labels[kind])}</span>
        </label>
      ))}
    </fieldset>
  )
}
