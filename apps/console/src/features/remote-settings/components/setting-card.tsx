import { type RemoteParameterName, remoteParameters, withThresholds } from '@fleetglass/contract/remote-settings'
import { type ComponentType, useId, useState } from 'react'
import { useUnsavedInModal } from '../../../platform/pages/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { notify } from '../../../ui/index.ts'
import { changesOf, type OfferedCard, shownText, thresholdsIn, type Values } from '../remote-settings.cards.ts'
import { type SaveOutcome, useSaveSettings } from '../remote-settings.queries.ts'
import { CameraFields } from './camera-fields.tsx'
import { DaylightField } from './daylight-field.tsx'
import type { AboutDevice, FieldProps } from './field.types.ts'
import {
  ChannelTextsField,
  DegreesField,
  EmergencyField,
  EmergencyHead,
  HeartbeatField,
  PasswordField,
  PriorityField,
  ResolutionField,
  SensorField,
  ShowField,
  SpeedField,
  UnitSwitch,
  VoltField,
  ZoneField,
} from './own-fields.tsx'
import { LettersField, NumberField, PairField, SwitchField, WordsField } from './plain-fields.tsx'
import { SensorPresets } from './sensor-presets.tsx'
import { ThresholdFields } from './threshold-fields.tsx'

/** Settings with a control of their own; all others have that of their kind. */
const ownFields: Partial<Record<RemoteParameterName, ComponentType<FieldProps>>> = {
  g_sensor_x: SensorField,
  g_sensor_y: SensorField,
  g_sensor_z: SensorField,
  net_hbsec: HeartbeatField,
  sys_spdlimit: SpeedField,
  sys_tz: ZoneField,
  sys_workvoltage: VoltField,
  net_wfpwd: PasswordField,
  preosd_text: ChannelTextsField,
  enc_sres: ResolutionField,
  event_almshow: ShowField,
  event_comalmshow: ShowField,
  event_almpri: PriorityField,
  event_comalmpri: PriorityField,
}

const fieldsOfKinds: Partial<
  Record<(typeof remoteParameters)[RemoteParameterName]['value']['kind'], ComponentType<FieldProps>>
> = {
  switch: SwitchField,
  number: NumberField,
  letters: LettersField,
  address: WordsField,
  words: WordsField,
  summer: DaylightField,
  emergency: EmergencyField,
  pair: PairField,
}

interface SettingCardProps {
  readonly deviceId: string
  readonly offered: OfferedCard
  readonly told: Values
  readonly about: AboutDevice
}

const nothing: Values = new Map()

/** One group of settings with a Save of its own (RDEV-091), and what became of the last one. */
export function SettingCard({ deviceId, offered, told, about }: SettingCardProps) {
  const t = useText()
  const titleId = useId()
  const save = useSaveSettings(deviceId)
  const [draft, setDraft] = useState(nothing)
  const changes = changesOf(offered, told, draft)
  useUnsavedInModal(draft.size > 0 && changes?.size !== 0)
  const { isPending: isSaving, data: outcome = null } = save
  const title = t(`setting.card.${offered.card}`)
  const put = (name: RemoteParameterName, text: string): void => {
    save.reset()
    setDraft((now) => new Map(now).set(name, text))
  }
  const stateText = isSaving ? t('setting.saving') : outcome === null ? '' : outcomeText(t, outcome)
  const submit = async (): Promise<void> => {
    if (changes === null || changes.size === 0 || isSaving) return
    const saved = await save.mutateAsync({ changes, kept: keptAfter(changes, told) })
    if (saved.kind === 'set') setDraft(nothing)
    const words = `${title}: ${outcomeText(t, saved)}`
    if (saved.kind === 'set') notify.success(words)
    else if (saved.kind !== 'unanswered') notify.error(words)
  }
  return (
    <form
      className="remote-card panel"
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3 id={titleId}>{title}</h3>
      <fieldset className="remote-fields" disabled={isSaving}>
        <CardFields offered={offered} told={told} draft={draft} about={about} onText={put} />
      </fieldset>
      <footer>
        <span
          className={`remote-state remote-${isSaving ? 'saving' : (outcome?.kind ?? 'resting')}`}
          role="status"
          title={stateText}
        >
          {stateText}
        </span>
        <button
          type="submit"
          className="btn btn-primary btn-sm"
          disabled={isSaving || changes === null || changes.size === 0}
        >
          {t('setting.save')}
        </button>
      </footer>
    </form>
  )
}

function outcomeText(t: ReturnType<typeof useText>, outcome: SaveOutcome): string {
  if (outcome.kind === 'set') return t('setting.set')
  return outcome.kind === 'unanswered'
    ? t('setting.unanswered')
    : t(`setting.${outcome.kind}`, { reason: outcome.reason })
}

/** What the device will store after the changes: of thresholds, with all its other lines. */
function keptAfter(changes: Values, told: Values): Values {
  const lines = changes.get('motovisadas')
  if (lines === undefined) return changes
  return new Map(changes).set('motovisadas', withThresholds(told.get('motovisadas') ?? '', thresholdsIn(lines)))
}

function CardFields(props: {
  readonly offered: OfferedCard
  readonly told: Values
  readonly draft: Values
  readonly about: AboutDevice
  readonly onText: (name: RemoteParameterName, text: string) => void
}) {
  const t = useText()
  const { offered, told, draft, about, onText } = props
  const { card, names, thresholds } = offered
  const [degrees, setDegrees] = useState<'C' | 'F'>('C')
  // RDEV-093: what was loaded, also after something was saved.
  const [loaded] = useState(told)
  const textOf = (name: RemoteParameterName): string => shownText(name, told, draft)
  if (card === 'camera') return <CameraFields names={names} textOf={textOf} onText={onText} about={about} />
  return (
    <>
      {card === 'gSensor' ? <SensorPresets loaded={loaded} onText={onText} /> : null}
      {card === 'emergency' ? <EmergencyHead /> : null}
      {card === 'temperature' ? <UnitSwitch units={['C', 'F']} chosen={degrees} onUnit={setDegrees} /> : null}
      {names.map((name) => {
        const field: FieldProps = {
          name,
          about,
          label: t(`setting.field.${name}`),
          text: textOf(name),
          onText: (text) => onText(name, text),
        }
        if (name === 'motovisadas')
          return <ThresholdFields key={name} keys={thresholds} text={field.text} onText={field.onText} />
        if (remoteParameters[name].value.kind === 'list' && name !== 'preosd_text')
          return <DegreesField key={name} {...field} fahrenheit={degrees === 'F'} />
        const Field = ownFields[name] ?? fieldsOfKinds[remoteParameters[name].value.kind]
        return Field === undefined ? null : <Field key={name} {...field} />
      })}
    </>
  )
}
