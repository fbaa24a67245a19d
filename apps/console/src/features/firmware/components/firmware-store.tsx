import {
  FIRMWARE_BYTES_MAX,
  FIRMWARE_MEMO_MAX,
  FIRMWARE_NAME_MAX,
  type FirmwareFile,
} from '@fleetglass/contract/firmware'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { type DataColumn, DataTable, ListFailed, NoRows } from '../../../ui/data-table/index.ts'
import { InlineText, TextInput } from '../../../ui/form/index.ts'
import { ConfirmDialog, Icon, Loading, notify } from '../../../ui/index.ts'
import styles from '../firmware.module.css'
import { useFirmwareStore, useFirmwareUrl, useStoreWrites, useUpload } from '../firmware.queries.ts'

/** FW-20, FW-23: what devices can download, and the upload of more. */
export function FirmwareStore() {
  const t = useText()
  const store = useFirmwareStore()
  const { edit, remove } = useStoreWrites()
  const urlOf = useFirmwareUrl()
  const isNarrow = useIsMobile()
  const [doomed, setDoomed] = useState<FirmwareFile | null>(null)
  const columns = storeColumns({ t, urlOf, onEdit: edit.mutate, onRemove: setDoomed })
  return (
    <>
      <UploadCard />
      {store.isPending ? <Loading label={t('page.loading')} /> : null}
      {store.isError ? <ListFailed reason={store.error.message} onAgain={() => void store.refetch()} /> : null}
      {store.data?.length === 0 ? (
        <NoRows isEmpty emptyTitle={t('firmware.none')} emptyHint={t('firmware.noneHint')} />
      ) : null}
      {store.data !== undefined && store.data.length > 0 ? (
        <div className={styles.table}>
          <DataTable
            label={t('firmware.tab.store')}
            columns={columns}
            rows={store.data}
            keyOf={({ firmwareid }) => firmwareid}
            stacked={isNarrow}
          />
        </div>
      ) : null}
      <ConfirmDialog
        open={doomed !== null}
        title={t('firmware.deleteTitle')}
        about={doomed?.filename ?? ''}
        text={t('firmware.deleteText')}
        confirmLabel={t('firmware.deleteConfirm')}
        onConfirm={async () => {
          if (doomed !== null) await remove.mutateAsync(doomed)
        }}
        onClose={() => setDoomed(null)}
      />
    </>
  )
}

function UploadCard() {
  const t = useText()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { share, start } = useUpload()
  const [file, setFile] = useState<File | null>(null)
  const [memo, setMemo] = useState('')
  const choose = (chosen: File | null): void => {
    const isTooLarge = chosen !== null && chosen.size > FIRMWARE_BYTES_MAX
    if (isTooLarge) notify.error(t('firmware.tooLarge'))
    if (isTooLarge && picker.current) picker.current.value = ''
    setFile(isTooLarge ? null : chosen)
  }
  const upload = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (file === null || share !== null) return
    await start(file, memo)
    setFile(null)
    setMemo('')
    if (picker.current) picker.current.value = ''
  }
  return (
    <form className={styles.card} onSubmit={(event) => void upload(event)}>
      <div className={styles.picker}>
        <label className="form-label" htmlFor={id}>
          {t('firmware.file')}
        </label>
        <input
          ref={picker}
          id={id}
          type="file"
          className="form-control"
          disabled={share !== null}
          onChange={({ target }) => choose(target.files?.[0] ?? null)}
        />
      </div>
      <TextInput
        label={t('firmware.memo')}
        value={memo}
        max={FIRMWARE_MEMO_MAX}
        fault={null}
        control={{ disabled: share !== null }}
        onChange={setMemo}
      />
      <button type="submit" className="btn btn-primary" disabled={file === null || share !== null}>
        {t('firmware.upload')}
      </button>
      {share === null ? null : (
        <label className={styles.progress}>
          <span role="status">{t('firmware.uploading')}</span>
          <progress max={1} value={share} />
          <span className="num">{Math.floor(share * 100)} %</span>
        </label>
      )}
    </form>
  )
}

function storeColumns(options: {
  readonly t: Translate
  readonly urlOf: (firmwareid: string) => string
  readonly onEdit: (edit: { firmwareid: string; filename?: string; memo?: string }) => void
  readonly onRemove: (file: FirmwareFile) => void
}): readonly DataColumn<FirmwareFile>[] {
  const { t, urlOf, onEdit, onRemove } = options
  return [
    {
      id: 'name',
      label: t('firmware.fileName'),
      text: ({ filename }) => filename,
      cell: ({ firmwareid, filename }) => (
        <InlineText
          label={t('firmware.of', { field: t('firmware.fileName'), name: filename })}
          value={filename}
          max={FIRMWARE_NAME_MAX}
          // FW-28.
          emptyFault={t('firmware.cannotBeEmpty')}
          onSave={(text) => onEdit({ firmwareid, filename: text })}
        />
      ),
    },
    {
      id: 'memo',
      label: t('firmware.memo'),
      text: ({ memo }) => memo,
      cell: ({ firmwareid, filename, memo }) => (
        <InlineText
          label={t('firmware.of', { field: t('firmware.memo'), name: filename })}
          value={memo}
          max={FIRMWARE_MEMO_MAX}
          onSave={(text) => onEdit({ firmwareid, memo: text })}
        />
      ),
    },
    {
      id: 'size',
      label: t('firmware.size'),
      numeric: true,
      text: ({ filesize }) => (filesize / MEGABYTE).toFixed(2),
      value: ({ filesize }) => filesize,
    },
    {
      id: 'md5',
      label: t('firmware.md5'),
      text: ({ hash }) => hash,
      cell: ({ hash }) => <code className={styles.code}>{hash}</code>,
    },
    {
      id: 'updated',
      label: t('firmware.updated'),
      text: ({ updatetime }) => localTimeText(updatetime),
      value: ({ updatetime }) => updatetime,
    },
    {
      id: 'url',
      label: t('firmware.url'),
      text: ({ firmwareid }) => urlOf(firmwareid),
      cell: ({ firmwareid }) => (
        <a href={urlOf(firmwareid)} className={styles.code} dir="ltr">
          {urlOf(firmwareid)}
        </a>
      ),
    },
    {
      id: 'del',
      label: t('firmware.del'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (file) => {
        const label = t('firmware.delete', { name: file.filename })
        return (
          <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => onRemove(file)}>
            <Icon name="trash" size={16} />
          </button>
        )
      },
    },
  ]
}

const MEGABYTE = 1024 * 1024
