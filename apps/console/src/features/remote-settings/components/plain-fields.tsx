// Controls of the kinds of values that many settings share.
import { MOST_ALARM, remoteParameters, type ValueKind } from '@fleetglass/contract/remote-settings'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import type { FieldProps } from './field.types.ts'

/** A name over a control, and a hint below it. */
export function Labelled(props: {
  readonly label: string
  readonly hint?: string
  /** The hint explains why the typed text was not taken. */
  readonly isRefused?: boolean
  readonly children: (id: string, hintId: string | undefined) => ReactNode
}) {
  const id = useId()
  const hintId = props.hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="remote-field">
      <label className="form-label" htmlFor={id}>
        {props.label}
      </label>
      {props.children(id, hintId)}
      {props.hint === undefined ? null : (
        <small className={props.isRefused ? 'remote-wrong' : 'muted'} id={hintId} aria-live="polite">
          {props.hint}
        </small>
      )}
    </div>
  )
}

export function SwitchField({ label, text, onText }: Pick<FieldProps, 'label' | 'text' | 'onText'>) {
  const id = useId()
  return (
    <div className="form-check form-switch remote-switch">
      <input
        type="checkbox"
        className="form-check-input"
        id={id}
        checked={text === '1'}
        onChange={({ target }) => onText(target.checked ? '1' : '0')}
      />
      <label className="form-check-label" htmlFor={id}>
        {label}
      </label>
    </div>
  )
}

/** RDEV-095: characters that are not taken do not come into the field; where nothing else came, it stays as it was. */
export function takenLetters(before: string, typed: string, most: number): string {
  const taken = typed.replace(/[^A-Za-z0-9]/g, '').slice(0, most)
  return taken === '' && typed !== '' ? before : taken
}

export function LettersField({ name, label, text, onText }: FieldProps) {
  const t = useText()
  const { value } = remoteParameters[name]
  const most = value.kind === 'letters' ? value.most : 0
  const [isRefused, setRefused] = useState(false)
  return (
    <Labelled
      label={label}
      hint={t(isRefused ? 'setting.alnumRefused' : 'setting.alnumHint', { most })}
      isRefused={isRefused}
    >
      {(id, hintId) => (
        <input
          id={id}
          className="form-control"
          aria-describedby={hintId}
          dir="ltr"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            const taken = takenLetters(text, target.value, most)
            setRefused(taken !== target.value)
            if (taken !== text) onText(taken)
          }}
        />
      )}
    </Labelled>
  )
}

export function WordsField({ label, text, onText }: FieldProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          className="form-control"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Labelled>
  )
}

interface Bounds {
  readonly least?: number | undefined
  readonly most?: number | undefined
}

/** Whether a text is no number within bounds. One that is empty was not read from the device. */
export function isOutside(text: string, { least, most }: Bounds): boolean {
  if (text.trim() === '') return false
  const value = Number(text)
  return !Number.isFinite(value) || value < (least ?? value) || value > (most ?? value)
}

/** A number as people read it; what is being typed stays as it is typed until the field is left. */
export function NumberInput(props: {
  readonly id?: string
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly placeholder?: string
  readonly least?: number | undefined
  readonly most?: number | undefined
  readonly step?: number
  /** Left out: outside of its bounds. */
  readonly isWrong?: boolean
  readonly shown: string
  readonly onTyped: (typed: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = props.isWrong ?? isOutside(typed ?? props.shown, props)
  return (
    <input
      type="number"
      className={isWrong ? 'form-control num is-invalid' : 'form-control num'}
      id={props.id}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      placeholder={props.placeholder}
      min={props.least}
      max={props.most}
      step={props.step ?? 1}
      aria-invalid={isWrong}
      value={typed ?? props.shown}
      onChange={({ target }) => {
        setTyped(target.value)
        props.onTyped(target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

function rangeOf(value: ValueKind): { readonly least?: number; readonly most?: number } {
  return value.kind === 'number' ? { least: value.least, most: value.most } : {}
}

export function NumberField({ name, label, text, onText }: FieldProps) {
  const t = useText()
  const range = rangeOf(remoteParameters[name].value)
  const isVolume = name === 'enc_aog' || name === 'enc_aig'
  const { least = 0, most = 0 } = range
  // The names of these contain their range already.
  const isNamed = name === 'sys_accoffsec' || name === 'enc_sfps' || name === 'enc_sbit'
  const isWrong = isOutside(text, range)
  const hint = isVolume
    ? t('setting.volumeHint')
    : isNamed && !isWrong
      ? undefined
      : t('setting.rangeHint', { least, most })
  return (
    <Labelled label={label} {...(hint === undefined ? {} : { hint })} isRefused={isWrong}>
      {(id, hintId) => (
        <NumberInput
          id={id}
          describedBy={hintId}
          isWrong={isWrong}
          {...(isVolume ? { placeholder: t('setting.volumeHint') } : range)}
          shown={text}
          onTyped={onText}
        />
      )}
    </Labelled>
  )
}

/** One of few; what the device has and is none of them stands there too, and cannot be chosen again. */
export function ChoiceInput(props: {
  readonly label: string
  readonly text: string
  readonly choices: readonly { readonly text: string; readonly label: string }[]
  readonly onText: (text: string) => void
}) {
  const t = useText()
  const { label, text, choices, onText } = props
  const isKnown = choices.some((choice) => choice.text === text)
  const none = text === '' ? t('setting.choose') : t('setting.unknownValue', { value: text })
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} className="form-select" value={text} onChange={({ target }) => onText(target.value)}>
          {isKnown ? null : (
            <option value={text} disabled>
              {none}
            </option>
          )}
          {choices.map((choice) => (
            <option key={choice.text} value={choice.text}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** RDEV-074 … 076. */
export function PairField({ text, onText }: FieldProps) {
  const t = useText()
  const [first = '', second = ''] = text.split(',')
  const numbers = [
    [t('setting.first'), first, (typed: string) => onText(`${typed},${second}`)],
    [t('setting.second'), second, (typed: string) => onText(`${first},${typed}`)],
  ] as const
  const isSame = first !== '' && Number(first) === Number(second)
  const faultId = useId()
  return (
    <>
      <div className="remote-columns">
        {numbers.map(([label, shown, onTyped]) => (
          <Labelled key={label} label={label}>
            {(id) => (
              <NumberInput
                id={id}
                describedBy={faultId}
                isWrong={isSame || isOutside(shown, { least: 0, most: MOST_ALARM })}
                least={0}
                most={MOST_ALARM}
                shown={shown}
                onTyped={onTyped}
              />
            )}
          </Labelled>
        ))}
      </div>
      <p id={faultId} className="remote-wrong" role="alert">
        {isSame ? t('setting.sameAlarm') : ''}
      </p>
    </>
  )
}
