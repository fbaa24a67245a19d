import type { StoredEvent } from '@fleetglass/contract/events'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { EventExportDialog } from '../../../shared/event-export/index.ts'
import { Icon } from '../../../ui/index.ts'
import { exportedEvent, useEventTexts } from './event-columns.tsx'

/** EVT-08. `events` reads what is exported; `count` is how many there are. */
export function ExportEventsButton(props: {
  readonly count: number
  readonly events: () => Promise<readonly StoredEvent[]>
}) {
  const t = useText()
  const texts = useEventTexts()
  const [exported, setExported] = useState<readonly StoredEvent[] | null>(null)
  const read = useMutation({ mutationFn: props.events, onSuccess: setExported })
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-sm icon-text"
        disabled={props.count === 0 || read.isPending}
        onClick={() => read.mutate()}
      >
        <Icon name="download" size={16} /> {t('eventList.export')}
      </button>
      {exported === null ? null : (
        <EventExportDialog
          events={exported.map((event) => exportedEvent(event, texts))}
          onClose={() => setExported(null)}
        />
      )}
    </>
  )
}
