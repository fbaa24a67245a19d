import { type ComponentType, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useStore } from 'zustand'
import { useDevice, useDeviceLabel } from '../../engines/fleet/index.ts'
import { loadBroadcastModal } from '../../features/broadcast/index.ts'
import { loadDeviceEditor } from '../../features/device-settings/index.ts'
import { loadFootageModal } from '../../features/footage/index.ts'
import { loadLivePopup } from '../../features/live/index.ts'
import { loadPtzPanel } from '../../features/ptz/index.ts'
import { loadRemoteSettings } from '../../features/remote-settings/index.ts'
import { loadChangePassword } from '../../features/session/index.ts'
import { loadStreamStatus } from '../../features/stream-status/index.ts'
import { loadTalkModal } from '../../features/talk/index.ts'
import { closeShellModal, type ShellModal, shellModal, useModalUnsaved } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { lazyPart } from '../../shared/lazy-parts/index.ts'
import { Loading, useLeaveQuestion } from '../../ui/index.ts'
import { CopyrightNotice } from './copyright-notice.tsx'
import { DisplayForm } from './display-form.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { useShownLocation } from './shown-location.ts'

const ChangePassword = lazyPart(loadChangePassword)
const LivePopup = lazyPart(loadLivePopup)
const PtzPanel = lazyPart(loadPtzPanel)
const RemoteSettings = lazyPart(loadRemoteSettings)
const TalkModal = lazyPart(loadTalkModal)
const DeviceEditor = lazyPart(loadDeviceEditor)
const BroadcastModal = lazyPart(loadBroadcastModal)
const FootageModal = lazyPart(loadFootageModal)
const StreamStatus = lazyPart(loadStreamStatus)

const contents: {
  readonly [Kind in ShellModal['kind']]: ComponentType<{ readonly modal: ShellModal & { kind: Kind } }>
} = {
  livePopup: ({ modal }) => <LivePopup deviceId={modal.deviceId} />,
  ptz: ({ modal }) => <PtzPanel deviceId={modal.deviceId} />,
  talk: ({ modal }) => <TalkModal deviceId={modal.deviceId} />,
  deviceEditor: ({ modal }) => <DeviceEditor deviceId={modal.deviceId} onSaved={modal.onSaved} />,
  remoteSettings: ({ modal }) => <RemoteSettings deviceId={modal.deviceId} />,
  broadcast: () => <BroadcastModal />,
  footage: () => <FootageModal />,
  streamStatus: () => <StreamStatus />,
  changePassword: () => <ChangePassword />,
  display: () => <DisplayForm />,
  copyright: () => <CopyrightNotice />,
  keyboard: () => <KeyboardHelp />,
}

/** What stands before the page, one at a time (SHELL-094 … 097); a way to another page closes it. */
export function ShellModals() {
  const t = useText()
  const titleId = useId()
  const open = useStore(shellModal)
  // What was open last stays drawn while its modal fades out.
  const [shown, setShown] = useState(open)
  if (open !== null && open !== shown) setShown(open)
  const { location, isUnderIdle } = useShownLocation()
  const { pathname } = location
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => closeShellModal, [pathname])
  const title = useTitleOf(shown)
  const ask = useRef<Ask>((step) => step())
  return (
    <>
      <Modal
        show={open !== null}
        onHide={() => ask.current(closeShellModal)}
        onExited={() => setShown(null)}
        {...(isUnderIdle && belowIdle)}
        centered
        scrollable
        {...sizeOf(shown)}
        aria-labelledby={titleId}
      >
        <Modal.Header closeButton closeLabel={t('action.close')}>
          <Modal.Title as="h2" id={titleId}>
            {title}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Suspense fallback={<Loading label={t('page.loading')} />}>
            {shown ? <Content modal={shown} /> : null}
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

/** Asks before changes in the modal are lost. Of one page: what it adds to the history belongs to this address. */
function ModalQuestion(props: { readonly ask: RefObject<Ask> }) {
  const { ask, question } = useLeaveQuestion(useModalUnsaved(), '', closeShellModal)
  props.ask.current = ask
  return question
}

/** As wide as what it shows needs. */
function sizeOf(modal: ShellModal | null): { readonly size?: 'lg' | 'xl' } {
  if (modal?.kind === 'livePopup' || modal?.kind === 'ptz' || modal?.kind === 'remoteSettings') return { size: 'xl' }
  if (modal?.kind === 'deviceEditor') return { size: 'lg' }
  return modal?.kind === 'streamStatus' || modal?.kind === 'footage' ? { size: 'lg' } : {}
}

function Content({ modal }: { readonly modal: ShellModal }) {
  const One = contents[modal.kind] as ComponentType<{ readonly modal: ShellModal }>
  return <One modal={modal} />
}

function useTitleOf(modal: ShellModal | null): string {
  const t = useText()
  const about = modal !== null && 'deviceId' in modal ? modal.deviceId : ''
  const device = useDevice(about)
  const name = useDeviceLabel(device ?? { deviceId: about })
  switch (modal?.kind) {
    case undefined:
      return ''
    case 'livePopup':
      return t('live.popup', { device: name })
    case 'ptz':
      return t('ptz.title', { device: name })
    case 'talk':
      return t('talk.title', { device: name })
    case 'deviceEditor':
      return t('editor.title', { device: about })
    case 'remoteSettings':
      return t('setting.title')
    case 'broadcast':
      return t('broadcast.title')
    case 'footage':
      return t('footage.title')
    case 'streamStatus':
      return t('status.title')
    case 'changePassword':
      return t('password.title')
    case 'display':
      return t('display.title')
    case 'copyright':
      return t('copyright.title')
    case 'keyboard':
      return t('keyboard.title')
  }
}
