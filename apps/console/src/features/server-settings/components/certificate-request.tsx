import { certificatePath } from '@fleetglass/contract/server-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../../engines/channel/index.ts'
import { askText } from '../../../platform/http/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { notify } from '../../../ui/index.ts'
import styles from '../server-settings.module.css'
import type { Fields } from '../settings-tab.ts'

/** How often the status is read: a request takes some seconds. */
const STATUS_PERIOD_MS = 3_000

/** SET-061 to SET-064: requests a certificate for what is saved, and shows how that stands. */
export function CertificateRequest({ fields }: { readonly fields: Fields }) {
  const t = useText()
  const call = useServerCall()
  const { userName } = useSession()
  const queries = useQueryClient()
  const queryKey = ['server-settings-certificate', userName]
  const status = useQuery({
    queryKey,
    queryFn: () => askText(certificatePath),
    refetchInterval: STATUS_PERIOD_MS,
  })
  const request = useMutation({
    mutationFn: (method: 'POST' | 'PUT') => call(method, certificatePath, method === 'POST' ? fields : {}),
    onSuccess: async () => {
      notify.success(t('serverSettings.letsEncrypt.trying'))
      await queries.invalidateQueries({ queryKey })
    },
  })
  const isMissing = fields['domains'] === '' || fields['email'] === ''
  const button = (method: 'POST' | 'PUT', label: string) => (
    <button
      type="button"
      className="btn btn-quiet"
      disabled={isMissing || request.isPending}
      onClick={() => request.mutate(method)}
    >
      {label}
    </button>
  )
  return (
    <div className={styles.request}>
      <p className={styles.status} aria-live="polite">
        {status.isError ? status.error.message : status.data}
      </p>
      <div className={styles.buttons}>
        {button('POST', t('serverSettings.letsEncrypt.request'))}
        {button('PUT', t('serverSettings.letsEncrypt.renew'))}
      </div>
      <p className={styles.hint}>{t('serverSettings.letsEncrypt.requestHint')}</p>
    </div>
  )
}
