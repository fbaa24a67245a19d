import { Navigate, useParams } from 'react-router'
import { useText } from '../../platform/texts/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { useEmbeddedPages } from './embedded-pages.queries.ts'
import './embedded.css'

/**
 * What the embedded page may do: its own work, and nothing to this console. A page of another origin keeps that origin, to
 * log people in there; one of this server must not have ours, or it could take the sandbox off.
 */
function sandboxOf(url: string): string {
  const allowed = 'allow-scripts allow-forms allow-popups allow-downloads'
  const other = new URL(url, window.location.href).origin !== window.location.origin
  return other ? `${allowed} allow-same-origin` : allowed
}

/** `/iframe/{index}` (IFR-01, IFR-02). */
export function EmbeddedPage() {
  const t = useText()
  const { index = '' } = useParams()
  const { data, error, refetch } = useEmbeddedPages()
  if (error)
    return (
      <PageState icon="warning" title={t('embedded.failedTitle')} hint={error.message} role="alert">
        <button type="button" className="btn btn-primary" onClick={() => void refetch()}>
          {t('action.retry')}
        </button>
      </PageState>
    )
  if (!data) return <Loading label={t('page.loading')} />
  const page = /^\d{1,3}$/.test(index) ? data[Number(index)] : undefined
  if (!page) return <Navigate to="/" replace />
  return (
    <iframe
      className="embedded"
      src={page.url}
      title={page.title}
      sandbox={sandboxOf(page.url)}
      referrerPolicy="no-referrer"
    />
  )
}
