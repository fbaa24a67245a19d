import { type ComponentType, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useStore } from 'zustand'
import { useDevice, useDeviceLabel } from '../../engines/fleet/index.ts'
import { closeDialog, type OpenedDialog, openedDialog, useModalUnsaved } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { lazyPart } from '../../shared/lazy-parts/index.ts'
import { Loading, useLeaveQuestion } from '../../ui/index.ts'
import { contributionsOf } from '../pages.ts'
import { shellDialogs } from './dialogs.ts'
import { useShownLocation } from './shown-location.ts'

const dialogs = new Map([...contributionsOf('dialogs'), ...shellDialogs].map((dialog) => [dialog.name, dialog]))
const contents = new Map([...dialogs].map(([name, { load }]) => [name, lazyPart(load as LoadAny)]))

/** The name of a dialog ties what it is opened with to what its component takes. */
type LoadAny = () => Promise<{ readonly default: ComponentType<object> }>

/** What stands before the page, one at a time (SHELL-094 … 097); a way to another page closes it. */
export function ShellDialogs() {
  const t = useText()
  const titleId = useId()
  const open = useStore(openedDialog)
  // What was open last stays drawn while its modal fades out.
  const [shown, setShown] = useState(open)
  if (open !== null && open !== shown) setShown(open)
  const { location, isUnderIdle } = useShownLocation()
  const { pathname } = location
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => closeDialog, [pathname])
  const title = useTitleOf(shown)
  const size = shown === null ? undefined : dialogs.get(shown.name)?.size
  const ask = useRef<Ask>((step) => step())
  return (
    <>
      <Modal
        show={open !== null}
        onHide={() => ask.current(closeDialog)}
        onExited={() => setShown(null)}
        {...(isUnderIdle && belowIdle)}
        centered
        scrollable
        {...(size && { size })}
        aria-labelledby={titleId}
      >
        <Modal.Header closeButton closeLabel={t('action.close')}>
          <Modal.Title as="h2" id={titleId}>
            {title}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Suspense fallback={<Loading label={t('page.loading')} />}>
            {shown ? <Content opened={shown} /> : null}
          </Suspense>
        </Modal.Body>
      </Modal>
      <ModalQuestion key={pathname} ask={ask} />
    </>
  )
}

/** A modal with changes that were not saved stays as it is below the idle screen, out of sight and of reach. */
const belowIdle = { className: 'd-none', backdropClassName: 'd-none', enforceFocus: false, keyboard: false }

type Ask = (step: () => void) => void

/** Confirms before changes in the modal are lost. Of one page: what it adds to the history belongs to this address. */
function ModalQuestion(props: { readonly ask: RefObject<Ask> }) {
  const { ask, question } = useLeaveQuestion(useModalUnsaved(), '', closeDialog)
  props.ask.current = ask
  return question
}

function Content({ opened }: { readonly opened: OpenedDialog }) {
  const Part = contents.get(opened.name)
  return Part ? <Part {...opened.props} /> : null
}

function useTitleOf(opened: OpenedDialog | null): string {
  const t = useText()
  const about = opened !== null && 'deviceId' in opened.props ? String(opened.props.deviceId) : ''
  const device = useDevice(about)
  const label = useDeviceLabel(device ?? { deviceId: about })
  const dialog = opened === null ? undefined : dialogs.get(opened.name)
  return dialog ? t(dialog.titleKey, { device: dialog.titleDevice === 'id' ? about : label }) : ''
}
