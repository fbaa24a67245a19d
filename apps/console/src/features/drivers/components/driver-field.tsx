import { useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'

const genders = ['', 'f', 'm', 'x'] as const

/** A cell that is typed into; what is longer than `max` is not taken. */
export function DriverField(props: {
  readonly label: string
  readonly kind: 'text' | 'tel' | 'date' | 'gender'
  readonly max: number
  readonly value: string
  readonly fault: string | null
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
}) {
  const t = useText()
  const faultId = useId()
  const { label, kind, max, value, fault, onChange, onEnter } = props
  if (kind === 'gender') {
    return (
      <select
        className="form-select form-select-sm driver-field"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {genders.map((gender) => (
          <option key={gender} value={gender}>
            {gender === '' ? '' : t(`drivers.${gender}`)}
          </option>
        ))}
      </select>
    )
  }
  return (
    <>
      <input
        type={kind}
        className={`form-control form-control-sm driver-field${fault === null ? '' : ' is-invalid'}`}
        dir="auto"
        autoComplete="off"
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={faultId}
        value={value}
        onChange={({ target }) => {
          if ([...target.value].length <= max) onChange(target.value)
        }}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) onEnter()
        }}
      />
      <small id={faultId} className="driver-fault" role="alert">
        {fault}
      </small>
    </>
  )
}
