import {
  type DeviceSettings,
  EVENT_DAYS,
  hasStorageDays,
  KB_PER_MB,
  STORAGE_DAYS,
} from '@fleetglass/contract/device-settings'
import type { TextKey } from '@fleetglass/texts'
import { useText } from '../../../platform/texts/index.ts'
import { SelectInput } from '../../../ui/form/index.ts'
import type { Draft } from '../device-editor.rules.ts'
import { DaysField, NumberField, SwitchField } from './fields.tsx'

type NumberName = 'recdays' | 'eventdays' | 'videolossinterval' | 'maxnetflow'

const recordings: readonly (readonly [DeviceSettings['recenable'], TextKey])[] = [
  [-1, 'recset.rec-1'],
  [0, 'recset.rec0'],
  [1, 'recset.rec1'],
  [2, 'recset.rec2'],
]

const sounds: readonly (readonly [number, TextKey])[] = [
  [-1, 'recset.audio-1'],
  [0, 'recset.audio0'],
  [1, 'recset.audio1'],
  [2, 'recset.audio2'],
  [3, 'recset.audio3'],
]

/** 1e9 MB: as much as the record takes. */
const LIMIT_MB_MAX = 976_562_500

/** What the server records, for how long, and how much may be moved for it. */
export function RecordingFields(props: {
  readonly draft: Draft
  readonly onEdit: (change: Draft) => void
  readonly onNumber: (name: NumberName, value: number | null) => void
}) {
  const t = useText()
  const { draft, onEdit, onNumber } = props
  const { recenable, recdays, recaudio, videolossinterval, eventdays, netlimit, maxnetflow } = draft
  const all = [recenable, recdays, recaudio, videolossinterval, eventdays, netlimit, maxnetflow]
  if (all.every((field) => field === undefined)) return null
  const showsDays = recdays !== undefined && (recenable === undefined || hasStorageDays({ recenable }))
  return (
    <fieldset className="editor-part">
      <legend>{t('editor.recording')}</legend>
      <div className="editor-grid editor-grid-choices">
        {recenable === undefined ? null : (
          <SelectInput
            fault={null}
            label={t('editor.recenable')}
            value={recenable}
            choices={recordings.map(([value, key]) => [value, t(key)] as const)}
            onChange={(value) => onEdit({ recenable: value })}
          />
        )}
        {recaudio === undefined ? null : (
          <SelectInput
            fault={null}
            label={t('editor.recaudio')}
            hint={t('editor.recaudioHint')}
            value={recaudio}
            choices={sounds.map(([value, key]) => [value, t(key)] as const)}
            onChange={(value) => onEdit({ recaudio: value })}
          />
        )}
        {showsDays ? (
          <DaysField
            label={t('editor.recdays')}
            value={recdays}
            own={STORAGE_DAYS}
            onChange={(days) => onNumber('recdays', days)}
          />
        ) : null}
        {eventdays === undefined ? null : (
          <DaysField
            label={t('editor.eventdays')}
            value={eventdays}
            own={EVENT_DAYS}
            onChange={(days) => onNumber('eventdays', days)}
          />
        )}
        {videolossinterval === undefined ? null : (
          <NumberField
            label={t('editor.videolossinterval')}
            hint={t('editor.videolossintervalHint')}
            fault={t('editor.intervalFault')}
            low={0}
            high={86_400}
            value={videolossinterval}
            onChange={(value) => onNumber('videolossinterval', value)}
          />
        )}
        {netlimit === undefined ? null : (
          <SwitchField
            label={t('editor.netlimit')}
            isOn={netlimit === 1}
            onChange={(isOn) => onEdit({ netlimit: isOn ? 1 : 0 })}
          />
        )}
        {maxnetflow === undefined ? null : (
          <NumberField
            label={t('editor.maxnetflow')}
            hint={t('editor.maxnetflowHint')}
            fault={t('editor.maxnetflowFault')}
            low={0}
            high={LIMIT_MB_MAX}
            value={Math.round(maxnetflow / KB_PER_MB)}
            onChange={(value) => onNumber('maxnetflow', value === null ? null : value * KB_PER_MB)}
          />
        )}
      </div>
    </fieldset>
  )
}
