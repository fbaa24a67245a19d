import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { askJson } from '../../platform/http/index.ts'
import { CheckField, Form, FormActions, TextField, useIsChanged, useZodForm } from '../form/index.ts'
import { notify } from '../index.ts'
import { useSectionChanges } from '../sections/index.ts'

const relaySchema = z.object({
  enable: z.boolean(),
  ip: z.string().min(1, 'Enter an address'),
  port: z.string().regex(/^\d{1,5}$/, 'Enter a port from 0 to 65535'),
})
type Relay = z.infer<typeof relaySchema>

export function RelayForm({ stored }: { readonly stored: Relay }) {
  const form = useZodForm({ schema: relaySchema, defaultValues: stored, faultsFrom: 'changed' })
  useSectionChanges(useIsChanged(form))
  const save = useMutation({
    mutationFn: (relay: Relay) => askJson('PUT', '/relay', relay),
    onSuccess: (_, relay) => {
      form.reset(relay)
      notify.success('Relay saved')
    },
  })
  return (
    <Form form={form} onSubmit={(relay) => save.mutate(relay)}>
      <CheckField form={form} name="enable" label="Relay positions" look="switch" />
      <TextField form={form} name="ip" label="Address" hint="Host name or IP address of the receiver" />
      <TextField form={form} name="port" label="Port" kind="number" />
      <FormActions form={form} isSaving={save.isPending} />
    </Form>
  )
}
