import type { ReactNode } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { DeviceChecklist } from '../device-list/index.ts'
import type { AreaDraft } from './use-area-draft.ts'

const nobody: ReadonlySet<string> = new Set()

/** In place of the page while its areas are loading or could not be loaded. */
export function AreaPage(props: {
  readonly areas: { readonly loading: boolean; readonly failed: boolean; readonly again: () => void }
  readonly texts: Readonly<Record<'failed' | 'again', string>>
  readonly children: ReactNode
}) {
  const t = useText()
  const { areas, texts } = props
  if (areas.failed)
    return (
      <PageState icon="warning" title={texts.failed} role="alert">
        <button type="button" className="btn btn-primary" onClick={areas.again}>
          {texts.again}
        </button>
      </PageState>
    )
  return areas.loading ? <Loading label={t('page.loading')} /> : props.children
}

/** The devices that an area is for. `nobody`: the text when none is chosen. */
export function AreaDevices(props: {
  readonly draft: AreaDraft | null
  readonly busy: boolean
  readonly nobody: string
  readonly onChosen: (devices: ReadonlySet<string>) => void
}) {
  const { draft, busy } = props
  return (
    <DeviceChecklist
      chosen={draft?.devices ?? nobody}
      onChosen={props.onChosen}
      disabled={draft === null || busy}
      hint={draft !== null && draft.devices.size === 0 ? props.nobody : ''}
    />
  )
}
