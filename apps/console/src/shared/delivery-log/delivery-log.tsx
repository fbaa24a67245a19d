import { deliveryEnds, type EventDelivery } from '@fleetglass/contract/event-plans'
import { useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useEventName } from '../../engines/events/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { failureText, type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { type DataColumn, DataTable, ListFailed, NoRows } from '../../ui/data-table/index.ts'
import { Loading } from '../../ui/index.ts'
import styles from './delivery-log.module.css'
import { type DeliveriesOf, useDeliveries, useSendAgain } from './delivery-log.queries.ts'

/** Opens what push and realtime plans and reports have sent, and what waits for what. */
export function DeliveryLogButton({ of }: { readonly of: DeliveriesOf }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => setOpen(true)}>
        {t('eventPlans.log')}
      </button>
      {isOpen ? <DeliveryLog of={of} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function DeliveryLog({ of, onClose }: { readonly of: DeliveriesOf; readonly onClose: () => void }) {
  const t = useText()
  const deliveries = useDeliveries(of)
  const isPhone = useIsMobile()
  const columns = useDeliveryColumns(of, isPhone)
  return (
    <Modal
      show
      onHide={onClose}
      size="xl"
      dialogClassName={styles.dialog ?? ''}
      scrollable
      centered
      aria-label={t('eventPlans.log')}
    >
      <Modal.Body className={styles.log}>
        <h2 className="h5">{t('eventPlans.log')}</h2>
        {deliveries.isPending ? <Loading label={t('page.loading')} /> : null}
        {deliveries.isError ? (
          <ListFailed reason={deliveries.error.message} onAgain={() => void deliveries.refetch()} />
        ) : null}
        {deliveries.data?.length === 0 ? <NoRows isEmpty emptyTitle={t('eventPlans.logNone')} /> : null}
        {deliveries.data === undefined || deliveries.data.length === 0 ? null : (
          <DataTable
            label={t('eventPlans.log')}
            columns={columns}
            rows={deliveries.data}
            keyOf={({ id }) => String(id)}
            stacked={isPhone}
          />
        )}
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('action.close')}
        </button>
      </Modal.Footer>
    </Modal>
  )
}

function useDeliveryColumns(of: DeliveriesOf, isPhone: boolean): readonly DataColumn<EventDelivery>[] {
  const t = useText()
  const nameOf = useEventName()
  const again = useSendAgain(of)
  return [
    {
      id: 'time',
      label: t('eventPlans.logTime'),
      text: ({ eventtime }) => localTimeText(eventtime),
      value: ({ eventtime }) => eventtime,
    },
    { id: 'device', label: t('eventPlans.device'), text: ({ deviceid }) => deviceid },
    { id: 'event', label: t('eventPlans.event'), text: ({ eventid, eventname }) => nameOf(eventid, eventname) },
    { id: 'target', label: t('eventPlans.logTarget'), text: ({ target }) => target.replaceAll(',', ', ') },
    { id: 'state', label: t('eventPlans.logState'), text: (delivery) => stateText(delivery, t) },
    { id: 'attempts', label: t('eventPlans.logAttempts'), numeric: true, text: ({ attempts }) => String(attempts) },
    {
      id: 'outcome',
      label: t('eventPlans.logOutcome'),
      text: ({ outcome, detail }) => [outcomeText(outcome, t), detail].filter(Boolean).join(': '),
    },
    {
      id: 'action',
      label: t('eventPlans.action'),
      plain: true,
      ...(!isPhone && { pinned: true as const }),
      text: () => '',
      cell: ({ id, state }) => (
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          disabled={state === 'waiting' || again.isPending}
          onClick={() => again.mutate(id)}
        >
          {t('eventPlans.sendAgain')}
        </button>
      ),
    },
  ]
}

/** What waits after an attempt says when the next one is. */
function stateText({ state, tried, due }: EventDelivery, t: Translate): string {
  const isRetry = state === 'waiting' && tried !== null && due !== null
  return isRetry ? t('eventPlans.nextAttempt', { time: localTimeText(due) }) : t(`eventPlans.state.${state}`)
}

/** How an attempt ended, in the language of the page. */
function outcomeText(outcome: string, t: Translate): string {
  const [, kind, value = ''] = /^(status|exit)-(.+)$/.exec(outcome) ?? []
  if (kind === 'status') return t('eventPlans.outcome.status', { status: value })
  if (kind === 'exit') {
    return value === 'signal' ? t('eventPlans.outcome.signal') : t('eventPlans.outcome.exit', { code: value })
  }
  const end = deliveryEnds.find((one) => one === outcome)
  return end === undefined ? failureText({ message: outcome, code: outcome }) : t(`eventPlans.outcome.${end}`)
}
