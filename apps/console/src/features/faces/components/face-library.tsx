import {
  FACE_MEMO_MAX,
  FACE_TEXT_MAX,
  type Face,
  type FaceField,
  type FacePhoto,
  faceFields,
} from '@fleetglass/contract/faces'
import { type ComponentProps, useMemo, useState } from 'react'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import {
  BulkBar,
  type DataColumn,
  DataTable,
  ListFailed,
  matchingRows,
  NoRows,
  type useSelection,
} from '../../../ui/data-table/index.ts'
import { InlineText } from '../../../ui/form/index.ts'
import { ConfirmDialog, Icon, Loading } from '../../../ui/index.ts'
import styles from '../faces.module.css'
import { useFacePhotos, useFaces, useLibraryWrites } from '../faces.queries.ts'
import { FacePhotos } from './face-photos.tsx'
import { SetFaces } from './set-faces.tsx'

type Selection = ReturnType<typeof useSelection>
type Doomed = { readonly face: Face } | { readonly photo: FacePhoto; readonly name: string }

/** What a face is called on the page. */
const nameOf = ({ name, idcard }: Face): string => (name === '' ? idcard : name)

/** FACE-03, FACE-04: the library of the server. */
export function FaceLibrary({
  deviceId,
  selection,
}: {
  readonly deviceId: string | null
  readonly selection: Selection
}) {
  const t = useText()
  const faces = useFaces()
  const photos = useFacePhotos()
  const writes = useLibraryWrites()
  const isNarrow = useIsMobile()
  const [words, setWords] = useState('')
  const [doomed, setDoomed] = useState<Doomed | null>(null)
  const photosOf = useMemo(() => Map.groupBy(photos.data ?? [], ({ faceid }) => faceid), [photos.data])
  const columns = useFaceColumns({ photosOf, writes, onRemove: setDoomed })
  const all = faces.data ?? []
  const shown = matchingRows(all, columns, words)
  const chosen = all.filter(({ faceid }) => selection.keys.has(faceid))
  const failed = [faces, photos].find(({ isError }) => isError)
  return (
    <>
      <div className={styles.bar}>
        <button
          type="button"
          className="btn btn-primary btn-sm"
          disabled={writes.add.isPending}
          onClick={() => writes.add.mutate()}
        >
          {t('faces.addFace')}
        </button>
        <input
          type="search"
          className="form-control form-control-sm"
          aria-label={t('faces.search')}
          placeholder={t('faces.search')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      {faces.isPending ? <Loading label={t('page.loading')} /> : null}
      {failed === undefined ? null : (
        <ListFailed reason={failed.error?.message ?? ''} onAgain={() => void failed.refetch()} />
      )}
      {faces.data !== undefined && shown.length === 0 ? (
        <NoRows isEmpty={all.length === 0} emptyTitle={t('faces.none')} emptyHint={t('faces.noneHint')} />
      ) : null}
      {shown.length > 0 ? (
        <DataTable
          label={t('faces.tab.add')}
          columns={columns}
          rows={shown}
          keyOf={({ faceid }) => faceid}
          selection={selection}
          stacked={isNarrow}
        />
      ) : null}
      <BulkBar selection={selection}>
        <SetFaces deviceId={deviceId} faces={chosen} photosOf={photosOf} nameOf={nameOf} />
      </BulkBar>
      <DeleteQuestion
        doomed={doomed}
        onConfirm={async (what) => {
          if (!('face' in what)) return await writes.removePhoto.mutateAsync(what.photo)
          await writes.remove.mutateAsync(what.face)
          return selection.select([what.face.faceid], false)
        }}
        onClose={() => setDoomed(null)}
      />
    </>
  )
}

/** FACE-25. */
function DeleteQuestion(props: {
  readonly doomed: Doomed | null
  readonly onConfirm: (doomed: Doomed) => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const { doomed, onConfirm, onClose } = props
  const kind = doomed !== null && 'photo' in doomed ? 'Photo' : 'Face'
  return (
    <ConfirmDialog
      open={doomed !== null}
      title={t(`faces.delete${kind}Title`)}
      about={doomed === null ? '' : 'face' in doomed ? nameOf(doomed.face) : doomed.name}
      text={t(`faces.delete${kind}Text`)}
      confirmLabel={t('faces.delete')}
      onConfirm={async () => {
        if (doomed !== null) await onConfirm(doomed)
      }}
      onClose={onClose}
    />
  )
}

function useFaceColumns(options: {
  readonly photosOf: ReadonlyMap<string, readonly FacePhoto[]>
  readonly writes: ReturnType<typeof useLibraryWrites>
  readonly onRemove: (doomed: Doomed) => void
}): readonly DataColumn<Face>[] {
  const t = useText()
  const { photosOf, onRemove } = options
  const { addPhoto, edit } = options.writes
  // FACE-15, FACE-16.
  const needed = { emptyFault: t('faces.cannotBeEmpty') }
  const editable = (field: FaceField): DataColumn<Face> => ({
    id: field,
    label: t(`faces.${field}`),
    text: (face) => face[field],
    cell: (face) => (
      <InlineText
        label={t('faces.of', { field: t(`faces.${field}`), name: nameOf(face) })}
        value={face[field]}
        max={field === 'contact' || field === 'memo' ? FACE_MEMO_MAX : FACE_TEXT_MAX}
        {...((field === 'unit' || field === 'idcard') && needed)}
        onSave={(text) => edit.mutate({ faceid: face.faceid, [field]: text })}
      />
    ),
  })
  const photosCell = (face: Face) => {
    const given: ComponentProps<typeof FacePhotos> = {
      name: nameOf(face),
      photos: photosOf.get(face.faceid) ?? [],
      isUploading: addPhoto.isPending && addPhoto.variables.faceid === face.faceid,
      onAdd: (file) => addPhoto.mutate({ faceid: face.faceid, file }),
      onRemove: (photo) => onRemove({ photo, name: nameOf(face) }),
    }
    return <FacePhotos {...given} />
  }
  return [
    ...faceFields.map(editable),
    { id: 'photos', label: t('faces.photos'), plain: true, text: () => '', cell: photosCell },
    {
      id: 'updated',
      label: t('faces.updated'),
      text: ({ updatetime }) => localTimeText(updatetime),
      value: ({ updatetime }) => updatetime,
    },
    {
      id: 'del',
      label: t('faces.delete'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (face) => {
        const label = t('faces.deleteNamed', { name: nameOf(face) })
        return (
          <button
            type="button"
            className="icon-button"
            aria-label={label}
            title={label}
            onClick={() => onRemove({ face })}
          >
            <Icon name="trash" size={16} />
          </button>
        )
      },
    },
  ]
}
