import { CHANNELS_DEFAULT, CHANNELS_MAX, deviceIdSchema } from '@fleetglass/contract/devices'
import { type FormEvent, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useDeviceCommands } from '../../../engines/device-actions/index.ts'
import { useFleet } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'

const blank = { deviceId: '', channels: CHANNELS_DEFAULT, recording: true }

/** DASH-71 … 73: the plus button and its prompt; an empty id is ignored, and cancelling sends nothing. */
export function AddDevice({ onAdded }: { readonly onAdded: (deviceId: string) => void }) {
  const t = useText()
  const fleet = useFleet()
  const commands = useDeviceCommands()
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(blank)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const close = (): void => {
    setOpen(false)
    setFault(null)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const deviceId = draft.deviceId.trim()
    if (deviceId === '') return
    // What the server would refuse in English is said here in the user's own language.
    if (!deviceIdSchema.safeParse(deviceId).success) return setFault(t('dashboard.addBadId'))
    if (fleet.state.getState().devices.get(deviceId)?.registered) return setFault(t('dashboard.addKnown'))
    setBusy(true)
    const refused = await commands.register({ ...draft, deviceId })
    setBusy(false)
    setFault(refused)
    if (refused !== null) return
    setOpen(false)
    setDraft(blank)
    onAdded(deviceId)
  }
  return (
    <>
      <button type="button" className="btn btn-primary btn-sm icon-text" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {t('dashboard.add')}
      </button>
      <Modal show={open} onHide={close} centered aria-labelledby="add-device-title">
        <form onSubmit={(event) => void submit(event)}>
          <Modal.Header closeButton closeLabel={t('action.close')}>
            <Modal.Title as="h2" id="add-device-title">
              {t('dashboard.add')}
            </Modal.Title>
          </Modal.Header>
          <Modal.Body className="form-stack">
            <div>
              <label className="form-label" htmlFor="add-device-id">
                {t('dashboard.addLabel')}
              </label>
              <input
                id="add-device-id"
                className={fault === null ? 'form-control' : 'form-control is-invalid'}
                maxLength={31}
                autoComplete="off"
                spellCheck={false}
                aria-invalid={fault !== null}
                aria-describedby="add-device-fault add-device-hint"
                value={draft.deviceId}
                onChange={(event) => {
                  setDraft({ ...draft, deviceId: event.target.value })
                  setFault(null)
                }}
              />
              <p id="add-device-fault" className="field-fault" role="alert">
                {fault}
              </p>
              <p id="add-device-hint" className="muted">
                {t('dashboard.addHint')}
              </p>
            </div>
            <div>
              <label className="form-label" htmlFor="add-device-channels">
                {t('dashboard.addChannels')}
              </label>
              <input
                id="add-device-channels"
                className="form-control"
                type="number"
                min={1}
                max={CHANNELS_MAX}
                value={draft.channels}
                onChange={(event) => setDraft({ ...draft, channels: event.target.valueAsNumber || 1 })}
              />
            </div>
            <label className="column-choice">
              <input
                type="checkbox"
                className="form-check-input"
                checked={draft.recording}
                onChange={(event) => setDraft({ ...draft, recording: event.target.checked })}
              />
              {t('dashboard.addRecord')}
            </label>
          </Modal.Body>
          <Modal.Footer>
            <button type="button" className="btn btn-quiet" onClick={close}>
              {t('action.cancel')}
            </button>
            <button type="submit" className="btn btn-primary" disabled={busy}>
              {t('dashboard.addSubmit')}
            </button>
          </Modal.Footer>
        </form>
      </Modal>
    </>
  )
}
