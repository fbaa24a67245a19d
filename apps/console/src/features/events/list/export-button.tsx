import type { StoredEvent } from '@fleetglass/contract/events'
import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { EventExportDialog } from '../../../shared/event-export/index.ts'
import { Icon } from '../../../ui/index.ts'
import { exportedEvent, useEventTexts } from './event-columns.tsx'

/** EVT-08. */
export function ExportEventsButton({ events }: { readonly events: readonly StoredEvent[] }) {
  const t = useText()
  const texts = useEventTexts()
  const [exported, setExported] = useState<readonly StoredEvent[] | null>(null)
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        disabled={events.length === 0}
        onClick={() => setExported(events)}
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
