import { FACE_PHOTOS_MAX, type FacePhoto, facePhotoPath } from '@fleetglass/contract/faces'
import { useId, useRef } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon, notify } from '../../../ui/index.ts'
import styles from '../faces.module.css'
import { photoFault } from '../upload-photo.ts'

/** The photos of a face, each with its deletion, and the upload of one more. */
export function FacePhotos(props: {
  readonly name: string
  readonly photos: readonly FacePhoto[]
  readonly isUploading: boolean
  readonly onAdd: (file: File) => void
  readonly onRemove: (photo: FacePhoto) => void
}) {
  const t = useText()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { name, photos, isUploading, onAdd, onRemove } = props
  const choose = (file: File | undefined): void => {
    if (picker.current) picker.current.value = ''
    if (file === undefined) return
    const fault = photoFault(file)
    if (fault === null) onAdd(file)
    else notify.error(t(fault))
  }
  return (
    <span className={styles.photos}>
      {photos.map((photo, at) => {
        const label = t('faces.photo', { number: at + 1, name })
        const remove = t('faces.deleteNamed', { name: label })
        return (
          <button
            key={photo.photoid}
            type="button"
            className={styles.photo}
            aria-label={remove}
            title={remove}
            onClick={() => onRemove(photo)}
          >
            <img src={`${facePhotoPath}/${photo.photoid}`} alt="" loading="lazy" />
            <Icon name="trash" size={14} />
          </button>
        )
      })}
      {photos.length < FACE_PHOTOS_MAX ? (
        <label className={`btn btn-quiet btn-sm ${styles.picker}`} htmlFor={id}>
          <input
            ref={picker}
            id={id}
            type="file"
            className="visually-hidden"
            aria-label={t('faces.addPhotoTo', { name })}
            disabled={isUploading}
            onChange={({ target }) => choose(target.files?.[0])}
          />
          <span role={isUploading ? 'status' : undefined}>{t(isUploading ? 'faces.uploading' : 'faces.addPhoto')}</span>
        </label>
      ) : null}
    </span>
  )
}
