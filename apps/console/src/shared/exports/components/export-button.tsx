import { mayDownload } from '@fleetglass/contract/exports'
import { useState } from 'react'
import { useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { useVisitor } from '../../visitor/index.ts'
import '../exports.css'
import { ExportDialog, type ExportSource } from './export-dialog.tsx'

/** Opens the download of a part of a recording; absent where downloads are disabled (MP4-10, MP4-11). */
export function ExportButton(props: {
  /** `null`: nothing plays that could be cut out. */
  readonly source: ExportSource | null
  readonly className?: string
}) {
  const t = useText()
  const { rights } = useVisitor()
  const site = useSite()
  // As it was when the dialog was opened: the playback goes on behind it.
  const [source, setSource] = useState<ExportSource | null>(null)
  if (rights === null || !mayDownload(rights, site)) return null
  return (
    <>
      <button
        type="button"
        className={props.className ?? 'channel-button'}
        disabled={props.source === null}
        onClick={() => setSource(props.source)}
      >
        <Icon name="download" size={16} /> {t('exports.open')}
      </button>
      {source ? <ExportDialog source={source} onClose={() => setSource(null)} /> : null}
    </>
  )
}
