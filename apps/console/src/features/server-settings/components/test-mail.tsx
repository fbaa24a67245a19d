import { testMailPath, testMailSchema } from '@fleetglass/contract/server-settings'
import { useMutation } from '@tanstack/react-query'
import { useServerCall } from '../../../engines/channel/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Form, TextField, useZodForm } from '../../../ui/form/index.ts'
import { notify } from '../../../ui/index.ts'

/** Sends a mail with the saved settings; the failure of the mail server is shown as it is. */
export function TestMail() {
  const t = useText()
  const call = useServerCall()
  const form = useZodForm({ schema: testMailSchema, defaultValues: { to: '' }, faultsFrom: 'touched' })
  const send = useMutation({
    mutationFn: (mail: { readonly to: string }) => call('POST', testMailPath, mail),
    onSuccess: (_, { to }) => notify.success(t('serverSettings.testMailSent', { to })),
  })
  return (
    <Form form={form} onSubmit={(mail) => send.mutate(mail)}>
      <TextField
        form={form}
        name="to"
        kind="email"
        label={t('serverSettings.testMailTo')}
        hint={t('serverSettings.testMailHint')}
      />
      <button type="submit" className="btn btn-quiet" disabled={!form.isValid || send.isPending}>
        {t(send.isPending ? 'serverSettings.testMailSending' : 'serverSettings.testMail')}
      </button>
    </Form>
  )
}
