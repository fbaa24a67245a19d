import { TOKEN_NAME_MAX, tokenDays, tokenRequestSchema } from '@fleetglass/contract/account'
import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Form, SelectField, TextField, useZodForm } from '../../../ui/form/index.ts'
import { notify } from '../../../ui/index.ts'
import styles from '../account.module.css'
import type { useTokenWrites } from '../account.queries.ts'

/** Makes a token, and shows it once. */
export function NewToken({ make }: Pick<ReturnType<typeof useTokenWrites>, 'make'>) {
  const t = useText()
  const form = useZodForm({
    schema: tokenRequestSchema,
    defaultValues: { name: '', scope: 'read', days: 30 },
    faultsFrom: 'changed',
  })
  return (
    <>
      {make.data === undefined ? null : <MadeToken token={make.data.token} />}
      <Form
        form={form}
        className={styles.make}
        onSubmit={(request) => make.mutate(request, { onSuccess: () => form.reset() })}
      >
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
        <button type="submit" className="btn btn-primary" disabled={!form.isValid || make.isPending}>
          {t('account.make')}
        </button>
      </Form>
    </>
  )
}

function MadeToken({ token }: { readonly token: string }) {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = (): void => {
    navigator.clipboard.writeText(token).then(
      () => setCopied(true),
      (cause: unknown) => notify.error(String(cause)),
    )
  }
  return (
    <div className={styles.made} role="status">
      <p>{t('account.made')}</p>
      <div>
        <input
          className="form-control"
          dir="ltr"
          aria-label={t('account.token')}
          value={token}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        {/* Over plain http the browser has no clipboard for pages; the field is selected instead. */}
        {'clipboard' in navigator ? (
          <button type="button" className="btn btn-quiet" onClick={copy}>
            {t(isCopied ? 'account.copied' : 'account.copy')}
          </button>
        ) : null}
      </div>
    </div>
  )
}
