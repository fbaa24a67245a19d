import { useMemo, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useFleetList } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { TextInput } from '../../../ui/form/index.ts'
import { VirtualList } from '../../../ui/index.ts'
import styles from '../event-plans.module.css'

const ENTRY_PX = 40

/** PLAN-11: the devices for which a plan is made. */
export function DeviceSelector(props: {
  readonly chosen: readonly string[]
  readonly onChoose: (deviceIds: readonly string[]) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(props.chosen))
  const [words, setWords] = useState('')
  const devices = useFleetList(({ devices: all }) =>
    [...all.values()].filter(({ registered }) => registered).map(({ deviceId, memo }) => `${deviceId}\n${memo}`),
  )
  const entries = useMemo(() => {
    const wanted = words.trim().toLowerCase()
    return devices.filter((text) => text.toLowerCase().includes(wanted)).map((text) => text.split('\n'))
  }, [devices, words])
  const toggle = (id: string): void =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  return (
    <Modal show onHide={props.onClose} centered aria-label={t('eventPlans.selectDevices')}>
      <Modal.Body>
        <TextInput label={t('choice.search')} value={words} fault={null} onChange={setWords} />
        <VirtualList
          className={styles.selector ?? ''}
          items={entries}
          keyOf={([id = '']) => id}
          heightPx={entryHeight}
          entry={([id = '', memo = '']) => (
            <label className={styles.item}>
              <input
                type="checkbox"
                className="form-check-input"
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
              <bdi className={styles.name}>{memo === '' ? id : `${id} ${memo}`}</bdi>
            </label>
          )}
        />
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

function entryHeight(): number {
  return ENTRY_PX
}
