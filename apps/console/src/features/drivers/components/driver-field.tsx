import { useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { FieldFault } from '../../../ui/form/index.ts'
import styles from '../drivers.module.css'

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
  const id = useId()
  const { label, kind, max, value, fault, onChange, onEnter } = props
  if (kind === 'gender') {
    return (
      <select
        className={`form-select form-select-sm ${styles.field}`}
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
        className={`form-control form-control-sm ${styles.field}${fault === null ? '' : ' is-invalid'}`}
        dir="auto"
        autoComplete="off"
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        value={value}
        onChange={({ target }) => {
          if ([...target.value].length <= max) onChange(target.value)
        }}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) onEnter()
        }}
      />
      <FieldFault id={id} fault={fault} />
    </>
  )
}
