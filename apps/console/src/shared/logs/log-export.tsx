import { ARCHIVE_PASSWORD_MAX, logExportFields } from '@fleetglass/contract/envelope'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { z } from 'zod'
import { useSession } from '../../engines/channel/index.ts'
import { saveFile } from '../../platform/files/index.ts'
import { askFile } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Form, SecretField, useZodForm } from '../../ui/form/index.ts'
import { Icon, notify } from '../../ui/index.ts'

/** Where a log is exported, and the name of the archive. */
export interface LogArchive {
  readonly path: string
  readonly name: string
}

/** USLOG-04, USLOG-14: all rows of the filter as an archive, which opens with a password that is asked for first. */
export function LogExportButton(props: {
  readonly archive: LogArchive
  /** What the rows are asked for with; `null` while the days are not chosen. */
  readonly fields: Readonly<Record<string, unknown>> | null
}) {
  const t = useText()
  const { archive, fields } = props
  const [isOpen, setOpen] = useState(false)
  const { userName: username, passwordHash: password } = useSession()
  const { mutate, isPending } = useMutation({
    mutationFn: (filepass: string) =>
      askFile(archive.path, 'application/x-7z-compressed', { username, password, ...fields, filepass }),
    onSuccess: (file) => saveFile(file, archive.name),
    meta: { saysItself: true },
    onError: ({ message }: Error) => notify.error(message, { id: archive.path }),
  })
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet icon-text"
        disabled={fields === null || isPending}
        onClick={() => setOpen(true)}
      >
        <Icon name="download" size={16} /> {t('logs.export')}
      </button>
      {isPending ? <span role="status">{t('logs.exporting')}</span> : null}
      {isOpen ? (
        <PasswordPrompt
          onClose={() => setOpen(false)}
          onPassword={(filepass) => {
            setOpen(false)
            mutate(filepass)
          }}
        />
      ) : null}
    </>
  )
}

const formSchema = z.object(logExportFields)

/** USLOG-15: without a password nothing is exported. */
function PasswordPrompt(props: { readonly onPassword: (filepass: string) => void; readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const form = useZodForm({ schema: formSchema, defaultValues: { filepass: '' } })
  const typed = form.watch('filepass')
  return (
    <Modal show onHide={props.onClose} centered aria-labelledby={id}>
      <Form form={form} onSubmit={({ filepass }) => props.onPassword(filepass)}>
        <Modal.Header closeButton closeLabel={t('action.close')}>
          <Modal.Title as="h2" id={id}>
            {t('logs.export')}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <SecretField
            form={form}
            name="filepass"
            label={t('logs.filePassword')}
            hint={t('logs.filePasswordHint', { number: ARCHIVE_PASSWORD_MAX })}
          />
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={props.onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={typed === ''}>
            {t('logs.export')}
          </button>
        </Modal.Footer>
      </Form>
    </Modal>
  )
}
