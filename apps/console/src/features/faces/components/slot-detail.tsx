import { FACE_TEXT_MAX } from '@fleetglass/contract/faces'
import { type FormEvent, useEffect, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { TextInput } from '../../../ui/form/index.ts'
import { Loading } from '../../../ui/index.ts'
import styles from '../faces.module.css'
import { useSlot, useSlotWrites } from '../faces.queries.ts'
import { usePause } from './set-faces.tsx'

/** FACE-06: a face as the device has it. */
export function SlotDetail({ deviceId, slot }: { readonly deviceId: string; readonly slot: number }) {
  const t = useText()
  const read = useSlot(deviceId, slot)
  const { write } = useSlotWrites(deviceId)
  const [idcard, setIdcard] = useState<string | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [isPaused, pause] = usePause()
  const address = useObjectAddress(read.data?.photo ?? null)
  if (read.isPending) return <Loading label={t('page.loading')} />
  if (read.isError) return <ListFailed reason={read.error.message} onAgain={() => void read.refetch()} />
  const edit = { ch: slot, idcard: (idcard ?? read.data.idcard).trim(), name: (name ?? read.data.name).trim() }
  // FACE-18: nothing is left out.
  const isWhole = edit.idcard !== '' && edit.name !== ''
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (isWhole && !isPaused) write.mutate(edit, { onSettled: pause })
  }
  const fault = (text: string): string | null => (text === '' ? t('faces.cannotBeEmpty') : null)
  return (
    <form ref={intoView} className={styles.detail} onSubmit={save}>
      <h2>{t('faces.slot', { slot })}</h2>
      {address === null ? (
        <p className="muted">{t('faces.noPhoto')}</p>
      ) : (
        <img src={address} alt={t('faces.photo', { number: 1, name: read.data.name })} />
      )}
      <TextInput
        label={t('faces.idcard')}
        value={idcard ?? read.data.idcard}
        max={FACE_TEXT_MAX}
        fault={fault(edit.idcard)}
        onChange={setIdcard}
      />
      <TextInput
        label={t('faces.name')}
        value={name ?? read.data.name}
        max={FACE_TEXT_MAX}
        fault={fault(edit.name)}
        onChange={setName}
      />
      <dl>
        <dt>{t('faces.md5')}</dt>
        <dd>
          <code>{read.data.md5}</code>
        </dd>
        <dt>{t('faces.updated')}</dt>
        <dd className="num">{localTimeText(read.data.updatetime)}</dd>
      </dl>
      <div className={styles.bar}>
        <button type="submit" className="btn btn-primary btn-sm" disabled={!isWhole || write.isPending || isPaused}>
          {t('faces.save')}
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          disabled={read.isFetching}
          onClick={() => void read.refetch()}
        >
          {t('faces.readAgain')}
        </button>
      </div>
    </form>
  )
}

/** On a phone the face stands below all slots. */
function intoView(form: HTMLFormElement | null): void {
  form?.scrollIntoView({ block: 'nearest' })
}

/** An address for bytes that were fetched with a login, for as long as they are shown. */
function useObjectAddress(blob: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (blob === null) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(null)
    }
  }, [blob])
  return address
}
