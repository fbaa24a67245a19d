import type { EvidencePackage } from '@fleetglass/contract/evidence'
import { useState } from 'react'
import { useFleetState, useLabelOf } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { ConfirmDialog, Icon, Loading } from '../../ui/index.ts'
import { CustodyDialog } from './custody-dialog.tsx'
import { type EvidenceAction, evidenceColumns } from './evidence.columns.tsx'
import styles from './evidence.module.css'
import { useEvidence, useEvidenceFile, useMayDownload, useMayRelease, useRelease } from './evidence.queries.ts'
import { ShareDialog } from './share-dialog.tsx'
import { VerifyDialog } from './verify-dialog.tsx'

interface Asked {
  readonly action: Exclude<EvidenceAction, 'download'>
  readonly one: EvidencePackage
}

/** Evidence packages, who had them, and whether a file is one. */
export function EvidencePage() {
  const t = useText()
  const isNarrow = useIsMobile()
  const { data, error, isPending, refetch } = useEvidence()
  const labelOf = useLabelOf()
  // The names of vehicles come with the list.
  useFleetState(({ loaded }) => loaded)
  const [mayDownload, mayRelease] = [useMayDownload(), useMayRelease()]
  const download = useEvidenceFile()
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isVerifying, setVerifying] = useState(false)
  const onAction = (action: EvidenceAction, one: EvidencePackage): void => {
    if (action === 'download') download(one)
    else setAsked({ action, one })
  }
  const columns = evidenceColumns({ t, labelOf, mayDownload, mayRelease, onAction })
  const packages = data ?? []
  const shown = matchingRows(packages, columns, words)
  const close = () => setAsked(null)
  return (
    <div className={styles.page}>
      <TablePage
        title={t('page.evidence')}
        words={words}
        onWords={setWords}
        searchLabel={t('evidence.search')}
        head={
          <button type="button" className="btn btn-quiet btn-sm icon-text" onClick={() => setVerifying(true)}>
            <Icon name="check" size={16} /> {t('evidence.verify')}
          </button>
        }
      >
        {isPending ? <Loading label={t('page.loading')} /> : null}
        {data === undefined && error !== null ? (
          <ListFailed reason={error.message} onAgain={() => void refetch()} />
        ) : null}
        {data !== undefined && packages.length === 0 ? (
          <NoRows isEmpty emptyTitle={t('evidence.empty')} emptyHint={t('evidence.emptyHint')} />
        ) : null}
        {packages.length > 0 && shown.length === 0 ? <NoRows isEmpty={false} /> : null}
        {shown.length > 0 ? (
          <DataTable
            label={t('page.evidence')}
            columns={columns}
            rows={shown}
            keyOf={({ id }) => id}
            stacked={isNarrow}
            onOpen={(one) => onAction('custody', one)}
          />
        ) : null}
      </TablePage>
      {asked?.action === 'custody' ? <CustodyDialog one={asked.one} onClose={close} /> : null}
      {asked?.action === 'share' ? <ShareDialog one={asked.one} onClose={close} /> : null}
      <ReleaseQuestion one={asked?.action === 'release' ? asked.one : null} onClose={close} />
      {isVerifying ? <VerifyDialog onClose={() => setVerifying(false)} /> : null}
    </div>
  )
}

function ReleaseQuestion({ one, onClose }: { readonly one: EvidencePackage | null; readonly onClose: () => void }) {
  const t = useText()
  const labelOf = useLabelOf()
  const release = useRelease()
  return (
    <ConfirmDialog
      open={one !== null}
      title={t('evidence.releaseTitle')}
      about={one === null ? '' : `${labelOf(one.deviceid)}: ${one.reason}`}
      text={t('evidence.releaseText')}
      confirmLabel={t('evidence.releaseConfirm')}
      onConfirm={async () => {
        if (one !== null) await release.mutateAsync(one)
      }}
      onClose={onClose}
    />
  )
}
