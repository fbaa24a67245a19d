import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ZodForm } from './use-zod-form.ts'

/** Sends what the schema makes of the values; while they do not fit, the first field at fault has the focus. */
export function Form<Input extends FieldValues, Output>(props: {
  readonly form: ZodForm<Input, Output>
  readonly onSubmit: (value: Output) => void | Promise<void>
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const send = props.form.handleSubmit(props.onSubmit)
  return (
    <form
      className={props.className}
      noValidate
      onSubmit={(event) => {
        // A dialog may stand inside the form of the page that opened it.
        event.stopPropagation()
        void send(event)
      }}
    >
      {props.children}
    </form>
  )
}
