import { useText } from '../../platform/texts/index.ts'
import type { ClockTime } from './footage.rules.ts'

const parts = [
  { name: 'hour', options: optionsBelow(24) },
  { name: 'minute', options: optionsBelow(60) },
  { name: 'second', options: optionsBelow(60) },
] as const

/** Made once: there are hundreds of them. */
function optionsBelow(count: number): readonly React.ReactNode[] {
  return Array.from({ length: count }, (_, value) => value).map((value) => (
    <option key={value} value={value}>
      {String(value).padStart(2, '0')}
    </option>
  ))
}

/** MP4-25: a time of the day by hour, minute and second. */
export function TimeChoice(props: {
  readonly label: string
  readonly time: ClockTime
  readonly onTime: (time: ClockTime) => void
}) {
  const t = useText()
  const { label, time, onTime } = props
  return (
    <fieldset className="footage-time" dir="ltr">
      <legend>{label}</legend>
      {parts.map(({ name, options }) => (
        <select
          key={name}
          className="form-select num"
          aria-label={t(`footage.${name}`, { which: label })}
          value={time[name]}
          onChange={({ target }) => onTime({ ...time, [name]: Number(target.value) })}
        >
          {options}
        </select>
      ))}
    </fieldset>
  )
}
