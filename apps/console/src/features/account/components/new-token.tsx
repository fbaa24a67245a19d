import { TOKEN_NAME_MAX, tokenDays, tokenRequestSchema } from '@fleetglass/contract/account'
import { useState } from 'react'
import { z } from 'zod'
import { sha256Hex } from '../../../platform/sha256/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import {
  Form,
  refusalOfField,
  refuseField,
  SecretField,
  SelectField,
  TextField,
  useZodForm,
} from '../../../ui/form/index.ts'
import { ShownOnce } from '../../../ui/index.ts'
import styles from '../account.module.css'
import type { useTokenWrites } from '../account.queries.ts'

/** As it is typed: the password travels as its hash, and the code is sent once the server has asked for it. */
const formSchema = tokenRequestSchema.extend({ currentPassword: z.string().min(1), currentCode: z.string() })

/** Makes a token, and shows it once. A console that was left open is not enough. */
export function NewToken({ make }: Pick<ReturnType<typeof useTokenWrites>, 'make'>) {
  const t = useText()
  const form = useZodForm({
    schema: formSchema,
    defaultValues: { name: '', scope: 'read', days: 30, currentPassword: '', currentCode: '' },
    faultsFrom: 'changed',
  })
  const [needsCode, setNeedsCode] = useState(false)
  const send = ({ currentPassword, currentCode, ...request }: z.output<typeof formSchema>): void =>
    make.mutate(
      {
        ...request,
        currentPassword: sha256Hex(currentPassword),
        ...(currentCode !== '' && { currentCode }),
      },
      {
        onSuccess() {
          form.reset()
          setNeedsCode(false)
        },
        onError({ message }) {
          if (refusalOfField(message)?.name === 'currentCode') setNeedsCode(true)
          refuseField(form, message)
        },
      },
    )
  return (
    <>
      {make.data === undefined ? null : (
        <ShownOnce text={t('account.made')} label={t('account.token')} value={make.data.token} />
      )}
      <Form form={form} className={styles.make} onSubmit={send}>
        <TextField
          form={form}
          name="name"
          label={t('account.tokenName')}
          faultText={t('account.faultName', { max: TOKEN_NAME_MAX })}
        />
        <SelectField
          form={form}
          name="scope"
          label={t('account.scope')}
          choices={[
            ['read', t('account.scopeRead')],
            ['full', t('account.scopeFull')],
          ]}
        />
        <SelectField
          form={form}
          name="days"
          label={t('account.days')}
          choices={tokenDays.map((count) => [count, t('account.dayCount', { count })])}
        />
        <SecretField
          form={form}
          name="currentPassword"
          label={t('password.current')}
          hint={t('account.proofHint')}
          faultText={t('account.faultPassword')}
        />
        {needsCode ? <TextField form={form} name="currentCode" label={t('secondFactor.code')} /> : null}
        <button type="submit" className="btn btn-primary" disabled={!form.isValid || make.isPending}>
          {t('account.make')}
        </button>
      </Form>
    </>
  )
}
