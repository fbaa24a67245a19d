import { ownSecondFactorPath, type SecondFactorOffer, secondFactorOfferSchema } from '@fleetglass/contract/account'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { renderSVG } from 'uqr'
import { askJson } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Loading } from '../../ui/index.ts'
import styles from './second-factor.module.css'
import { type CodeFormProps, SecondFactorCode } from './second-factor-code.tsx'

/** Shows secret and recovery codes once, and asks for a code that shows that the app has the secret. */
export function SecondFactorSetup(
  props: CodeFormProps & { readonly account: { readonly user: string; readonly passwordHash: string } },
) {
  const t = useText()
  const id = useId()
  const { account, ...code } = props
  const { data, error, refetch } = useQuery({
    // Each time it is opened the server makes another secret, and this one is nowhere else.
    queryKey: ['second-factor', id],
    queryFn: async () => {
      const { user: username, passwordHash: password } = account
      return secondFactorOfferSchema.parse(await askJson('POST', ownSecondFactorPath, { username, password }))
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  if (error !== null) return <ListFailed reason={error.message} onAgain={() => void refetch()} />
  if (data === undefined) return <Loading label={t('page.loading')} />
  return (
    <SecondFactorCode {...code} lead={t('secondFactor.setupLead')}>
      <Offer offer={data} />
    </SecondFactorCode>
  )
}

function Offer({ offer: { secret, uri, recoveryCodes } }: { readonly offer: SecondFactorOffer }) {
  const t = useText()
  const id = useId()
  // Black on white in every theme: cameras need the contrast.
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`, [uri])
  const file = useMemo(() => `data:text/plain,${encodeURIComponent(`${recoveryCodes.join('\n')}\n`)}`, [recoveryCodes])
  return (
    <>
      <div className={styles.secret}>
        <img className={styles.picture} src={picture} alt={t('secondFactor.picture')} width={168} height={168} />
        <div>
          <label className="form-label" htmlFor={id}>
            {t('secondFactor.secret')}
          </label>
          <textarea
            id={id}
            className={`form-control ${styles.key}`}
            dir="ltr"
            rows={4}
            readOnly
            value={(secret.match(/.{1,4}/g) ?? []).join(' ')}
            onFocus={({ target }) => target.select()}
          />
        </div>
      </div>
      <section aria-label={t('secondFactor.recoveryCodes')}>
        <p className={styles.lead}>{t('secondFactor.recoveryLead')}</p>
        <ul className={styles.codes} dir="ltr">
          {recoveryCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <a className="btn btn-quiet btn-sm" href={file} download="fleetglass-recovery-codes.txt">
          {t('secondFactor.download')}
        </a>
      </section>
    </>
  )
}
