import { pdfFilePath } from '@fleetglass/contract/pdf-files'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { askFile, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon, Loading, PageState } from '../../ui/index.ts'
import styles from './pdf-files.module.css'

/** `/pdf/{id}` (EXPORT-14): the browser's own viewer shows the file; a browser without one, as on many phones, downloads it. */
export function PdfFilePage() {
  const t = useText()
  const { id = '' } = useParams()
  const address = pdfFilePath(id)
  // Made by the server while this waits, so that the frame below has it at once, and a failure has words.
  const file = useQuery({
    queryKey: ['pdf-file', id],
    queryFn: async () => (await askFile(address, 'application/pdf')).size,
    staleTime: Number.POSITIVE_INFINITY,
    retry: mayAskAgain,
  })
  if (file.isPending) return <Loading label={t('pdfFiles.making')} />
  if (file.isError)
    return <PageState icon="warning" title={t('pdfFiles.gone')} hint={file.error.message} role="alert" />
  return (
    <div className={styles.page}>
      <a className={`btn btn-quiet btn-sm icon-text ${styles.download}`} href={address} download={`${id}.pdf`}>
        <Icon name="download" size={16} /> {t('pdfFiles.download')}
      </a>
      <iframe className={styles.frame} src={address} title={t('pdfFiles.frame')} />
    </div>
  )
}
