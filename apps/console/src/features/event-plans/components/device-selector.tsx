import { useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { DeviceChecklist } from '../../../shared/device-list/index.ts'

/** PLAN-11: the devices for which a plan is made. */
export function DeviceSelector(props: {
  readonly chosen: readonly string[]
  readonly onChoose: (deviceIds: readonly string[]) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(props.chosen))
  return (
    <Modal show onHide={props.onClose} centered aria-label={t('eventPlans.selectDevices')}>
      <Modal.Body>
        <DeviceChecklist chosen={chosen} onChosen={setChosen} disabled={false} />
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-quiet" onClick={props.onClose}>
          {t('action.cancel')}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => props.onChoose([...chosen])}>
          {t('eventPlans.choose', { count: chosen.size })}
        </button>
      </Modal.Footer>
    </Modal>
  )
}
