import { CHANNELS_DEFAULT, CHANNELS_MAX, deviceIdSchema } from '@fleetglass/contract/devices'
import { useMemo, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { z } from 'zod'
import { type Fleet, useFleet } from '../../../engines/fleet/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { useRegisterDevice } from '../../../shared/device-actions/index.ts'
import { CheckField, Form, TextField, useZodForm } from '../../../ui/form/index.ts'
import { Icon } from '../../../ui/index.ts'

const blank = { deviceId: '', channels: String(CHANNELS_DEFAULT), recording: true }

/** Errors that the server would send in English are shown here in the user's language. */
function newDeviceSchema(fleet: Fleet, t: Translate) {
  const isKnown = (id: string): boolean => fleet.state.getState().devices.get(id)?.registered === true
  return z.object({
    deviceId: z
      .string()
      .trim()
      .refine((id) => deviceIdSchema.safeParse(id).success, t('dashboard.addBadId'))
      .refine((id) => !isKnown(id), t('dashboard.addKnown')),
    channels: z.string().transform(Number),
    recording: z.boolean(),
  })
}

/** DASH-71 … 73: the plus button and its prompt; an empty id is ignored, and cancelling sends nothing. */
export function AddDevice({ onAdded }: { readonly onAdded: (deviceId: string) => void }) {
  const t = useText()
  const fleet = useFleet()
  const [open, setOpen] = useState(false)
  const schema = useMemo(() => newDeviceSchema(fleet, t), [fleet, t])
  const form = useZodForm({ schema, defaultValues: blank, faultsFrom: 'changed' })
  const { mutate, isPending } = useRegisterDevice()
  const close = (): void => {
    setOpen(false)
    form.clearErrors()
  }
  return (
    <>
      <button type="button" className="btn btn-primary btn-sm icon-text" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {t('dashboard.add')}
      </button>
      <Modal show={open} onHide={close} centered aria-labelledby="add-device-title">
        <Form
          form={form}
          onSubmit={(device) =>
            mutate(device, {
              onSuccess: () => {
                setOpen(false)
                form.reset(blank)
                onAdded(device.deviceId)
              },
              onError: ({ message }) => form.setError('deviceId', { type: 'server', message }),
            })
          }
        >
          <Modal.Header closeButton closeLabel={t('action.close')}>
            <Modal.Title as="h2" id="add-device-title">
              {t('dashboard.add')}
            </Modal.Title>
          </Modal.Header>
          <Modal.Body className="form-stack">
            <TextField
              form={form}
              name="deviceId"
              label={t('dashboard.addLabel')}
              hint={t('dashboard.addHint')}
              max={31}
            />
            <TextField
              form={form}
              name="channels"
              label={t('dashboard.addChannels')}
              kind="number"
              clean={(text) => String(Math.min(CHANNELS_MAX, Math.max(1, Math.trunc(Number(text)) || 1)))}
            />
            <CheckField form={form} name="recording" label={t('dashboard.addRecord')} />
          </Modal.Body>
          <Modal.Footer>
            <button type="button" className="btn btn-quiet" onClick={close}>
              {t('action.cancel')}
            </button>
            <button type="submit" className="btn btn-primary" disabled={isPending}>
              {t('dashboard.addSubmit')}
            </button>
          </Modal.Footer>
        </Form>
      </Modal>
    </>
  )
}
