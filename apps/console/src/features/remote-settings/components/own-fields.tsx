// Controls of settings that have a form of their own.
import {
  alarmShows,
  celsiusTenths,
  emergencyOf,
  fahrenheitTenths,
  HEARTBEAT,
  kmhOfMih,
  MOST_CHANNELS,
  mihOfKmh,
  SENSOR_MOST,
  sensitivityOf,
} from '@fleetglass/contract/remote-settings'
import { useId, useState } from 'react'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { zoneOffsetsS, zoneText } from '../time-zones.ts'
import type { FieldProps } from './field.types.ts'
import { ChoiceInput, Labelled, NumberInput, SwitchField, takenLetters } from './plain-fields.tsx'

/** One of two or more units, side by side. */
export function UnitSwitch<Unit extends string>(props: {
  readonly units: readonly Unit[]
  readonly chosen: Unit
  readonly onUnit: (unit: Unit) => void
}) {
  const t = useText()
  return (
    <fieldset className="btn-group btn-group-sm remote-units" aria-label={t('setting.unit')}>
      {props.units.map((unit) => (
        <button
          key={unit}
          type="button"
          className={`btn btn-outline-secondary ${unit === props.chosen ? 'active' : ''}`}
          aria-pressed={unit === props.chosen}
          onClick={() => props.onUnit(unit)}
        >
          {unit}
        </button>
      ))}
    </fieldset>
  )
}

const whole = (typed: string): boolean => /^-?\d{1,9}$/.test(typed)

/** RDEV-032, RDEV-033: entered in either unit, stored in km/h. */
export function SpeedField({ label, text, onText }: FieldProps) {
  const [unit, setUnit] = useState<'km/h' | 'mi/h'>(useLengthUnit() === 'mile' ? 'mi/h' : 'km/h')
  const isMiles = unit === 'mi/h'
  const shown = isMiles && whole(text) ? String(mihOfKmh(Number(text))) : text
  return (
    <Labelled label={label}>
      {(id) => (
        <div className="remote-row">
          <NumberInput
            key={unit}
            id={id}
            least={0}
            shown={shown}
            onTyped={(typed) => onText(isMiles && whole(typed) ? String(kmhOfMih(Number(typed))) : typed)}
          />
          <UnitSwitch units={['km/h', 'mi/h']} chosen={unit} onUnit={setUnit} />
        </div>
      )}
    </Labelled>
  )
}

/** RDEV-035 … 038: a temperature for each sensor, in tenths of a degree Celsius. */
export function DegreesField({ label, text, onText, fahrenheit }: FieldProps & { readonly fahrenheit: boolean }) {
  const t = useText()
  const entries = text.split(',')
  const replace = (at: number, typed: string): void => {
    const tenths = /^-?\d{1,4}(\.\d)?$/.test(typed) ? Math.round(Number(typed) * 10) : Number.NaN
    const kept = Number.isNaN(tenths) ? typed : String(fahrenheit ? celsiusTenths(tenths) : tenths)
    onText(entries.map((entry, index) => (index === at ? kept : entry)).join(','))
  }
  return (
    <fieldset className="remote-group">
      <legend>
        {label} ({fahrenheit ? 'F' : 'C'})
      </legend>
      <div className="remote-columns">
        {entries.map((entry, at) => {
          const tenths = fahrenheit ? fahrenheitTenths(Number(entry)) : Number(entry)
          return (
            <NumberInput
              // biome-ignore lint/suspicious/noArrayIndexKey: a sensor is its place
              key={`${at} ${fahrenheit}`}
              label={`${label}, ${t('setting.sensor', { number: at + 1 })}`}
              step={0.1}
              shown={whole(entry) ? String(tenths / 10) : entry}
              onTyped={(typed) => replace(at, typed)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

/** RDEV-023 … 026. */
export function SensorField({ label, text, onText }: FieldProps) {
  const t = useText()
  const value = Number(text) || 0
  return (
    <Slider label={label} least={0} most={SENSOR_MOST} value={value} text={text} onText={onText}>
      {text === '' ? '' : t(`setting.sensitivity.${sensitivityOf(value)}`)}
    </Slider>
  )
}

/** RDEV-048. */
export function HeartbeatField({ label, text, onText }: FieldProps) {
  return <Slider label={label} {...HEARTBEAT} value={Number(text) || HEARTBEAT.least} text={text} onText={onText} />
}

function Slider(props: {
  readonly label: string
  readonly least: number
  readonly most: number
  readonly value: number
  readonly text: string
  readonly onText: (text: string) => void
  readonly children?: string
}) {
  const id = useId()
  return (
    <div className="remote-field">
      <div className="remote-slider-words">
        <label className="form-label" htmlFor={id}>
          {props.label}
        </label>
        <span className="remote-slider-value">
          {props.children ? <span className="muted">{props.children}</span> : null} <b className="num">{props.text}</b>
        </span>
      </div>
      <input
        id={id}
        type="range"
        className="form-range"
        min={props.least}
        max={props.most}
        value={props.value}
        aria-valuetext={`${props.text} ${props.children ?? ''}`.trim()}
        onChange={({ target }) => props.onText(target.value)}
      />
    </div>
  )
}

/** RDEV-041, RDEV-042. */
export function ZoneField({ label, text, onText }: FieldProps) {
  const choices = zoneOffsetsS.map((offsetS) => ({ text: String(offsetS), label: zoneText(offsetS) }))
  const isKnown = choices.some((choice) => choice.text === text)
  const told = whole(text) && !isKnown ? [{ text, label: zoneText(Number(text)) }] : []
  return <ChoiceInput label={label} text={text} choices={[...told, ...choices]} onText={onText} />
}

/** RDEV-102: tenths of a volt. */
export function VoltField({ label, text, onText }: FieldProps) {
  const shown = whole(text) ? String(Number(text) / 10) : text
  const tenths = (typed: string): string =>
    /^\d{1,3}(\.\d)?$/.test(typed) ? String(Math.round(Number(typed) * 10)) : typed
  return (
    <Labelled label={label}>
      {(id) => (
        <NumberInput id={id} least={0} most={100} step={0.1} shown={shown} onTyped={(typed) => onText(tenths(typed))} />
      )}
    </Labelled>
  )
}

/** RDEV-120: masked, until the user shows it. */
export function PasswordField({ label, text, onText }: FieldProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <Labelled label={label}>
      {(id) => (
        <div className="remote-row">
          <input
            id={id}
            type={isShown ? 'text' : 'password'}
            className="form-control"
            dir="ltr"
            autoComplete="new-password"
            maxLength={63}
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
          <button
            type="button"
            className="icon-button"
            aria-pressed={isShown}
            aria-label={t('setting.showPassword')}
            title={t('setting.showPassword')}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye' : 'eyeOff'} size={18} />
          </button>
        </div>
      )}
    </Labelled>
  )
}

/** RDEV-062, of those that the device knows. */
export function ResolutionField({ label, text, onText, about }: FieldProps) {
  const choices = about.resolutions.map((one) => ({ text: one, label: one }))
  return <ChoiceInput label={label} text={text} choices={choices} onText={onText} />
}

/** RDEV-078, RDEV-104. */
export function ShowField({ label, text, onText, about }: FieldProps) {
  const t = useText()
  const words: Readonly<Record<string, string>> = { all: t('setting.show.all'), Event: t('setting.show.event') }
  const choices = alarmShows
    .filter(({ fromChannels }) => fromChannels <= about.channels)
    .map((one) => ({ text: one.text, label: words[one.text] ?? one.text }))
  return <ChoiceInput label={label} text={text} choices={choices} onText={onText} />
}

const priorities = Array.from({ length: 6 }, (_, at) => ({ text: String(at + 1), label: String(at + 1) }))

/** RDEV-077. */
export function PriorityField({ label, text, onText }: FieldProps) {
  return <ChoiceInput label={label} text={text} choices={priorities} onText={onText} />
}

/** What stands below each other in the rows of `EmergencyField`. */
export function EmergencyHead() {
  const t = useText()
  return (
    <div className="remote-emergency remote-emergency-head" aria-hidden="true">
      <span />
      <span>{t('setting.speed')}</span>
      <span>{t('setting.offset')}</span>
    </div>
  )
}

/** RDEV-068, RDEV-069. */
export function EmergencyField({ label, text, onText }: FieldProps) {
  const t = useText()
  const { enabled, speed, offset } = emergencyOf(text)
  return (
    <div className="remote-emergency">
      <SwitchField label={label} text={enabled} onText={(now) => onText(`${now},${speed},${offset}`)} />
      <NumberInput
        label={`${label}: ${t('setting.speed')}`}
        least={0}
        shown={speed}
        onTyped={(now) => onText(`${enabled},${now},${offset}`)}
      />
      <NumberInput
        label={`${label}: ${t('setting.offset')}`}
        shown={offset}
        onTyped={(now) => onText(`${enabled},${speed},${now}`)}
      />
    </div>
  )
}

/** The entries of a list, one for each channel that there is; of more, all that the device has. */
export function channelEntries(text: string, channels: number, empty: string): readonly string[] {
  const told = text === '' ? [] : text.split(',')
  const count = Math.min(MOST_CHANNELS, Math.max(channels, told.length, 1))
  return Array.from({ length: count }, (_, at) => told[at] ?? empty)
}

/** RDEV-013 … 016. */
export function ChannelTextsField({ label, text, onText, about }: FieldProps) {
  const t = useText()
  const entries = channelEntries(text, about.channels, '')
  const [isRefused, setRefused] = useState(false)
  const replace = (at: number, typed: string): void => {
    const before = entries[at] ?? ''
    const taken = takenLetters(before, typed, 12)
    setRefused(taken !== typed)
    if (taken !== before) onText(entries.map((entry, index) => (index === at ? taken : entry)).join(','))
  }
  return (
    <fieldset className="remote-group">
      <legend>{label}</legend>
      <div className="remote-columns">
        {entries.map((entry, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place
            key={at}
            className="form-control"
            dir="ltr"
            autoComplete="off"
            aria-label={t('setting.channel', { channel: at + 1 })}
            placeholder={t('setting.channel', { channel: at + 1 })}
            value={entry}
            onChange={({ target }) => replace(at, target.value)}
          />
        ))}
      </div>
      <small className={isRefused ? 'remote-wrong' : 'muted'} aria-live="polite">
        {t(isRefused ? 'setting.alnumRefused' : 'setting.alnumHint', { most: 12 })}
      </small>
    </fieldset>
  )
}
