import { useId } from 'react'
import { type DisplayChoice, useDisplayChoices } from './display-choices.ts'

/** The choices of the bar where it has no room for them: on a phone. */
export function DisplayForm() {
  const choices = useDisplayChoices()
  return (
    <div className="display-form">
      {choices.map((choice) => (
        <Field key={choice.label} {...choice} />
      ))}
    </div>
  )
}

function Field({ label, chosen, choices, onChoose }: DisplayChoice) {
  const id = useId()
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="form-select" value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  )
}
