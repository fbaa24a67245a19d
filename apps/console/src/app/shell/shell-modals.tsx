import { type ComponentType, lazy, Suspense, useEffect, useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useLocation } from 'react-router'
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
import { closeShellModal, isModalUnsaved, type ShellModal, shellModal } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ConfirmDialog, Loading } from '../../ui/index.ts'
import { CopyrightNotice } from './copyright-notice.tsx'
import { DisplayForm } from './display-form.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'

const ChangePassword = lazy(loadChangePassword)
const LivePopup = lazy(loadLivePopup)
const PtzPanel = lazy(loadPtzPanel)
const RemoteSettings = lazy(loadRemoteSettings)
const TalkModal = lazy(loadTalkModal)
const DeviceEditor = lazy(loadDeviceEditor)
const BroadcastModal = lazy(loadBroadcastModal)
const FootageModal = lazy(loadFootageModal)
const StreamStatus = lazy(loadStreamStatus)

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
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => closeShellModal, [pathname])
  const title = useTitleOf(shown)
  const [isAsking, setAsking] = useState(false)
  return (
    <Modal
      show={open !== null}
      onHide={() => (isModalUnsaved() ? setAsking(true) : closeShellModal())}
      onExited={() => setShown(null)}
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
        <Suspense fallback={<Loading label={t('page.loading')} />}>{shown ? <Content modal={shown} /> : null}</Suspense>
        <ConfirmDialog
          open={isAsking}
          title={t('draw.discard')}
          about={title}
          text={t('draw.discardHint')}
          confirmLabel={t('draw.discardYes')}
          onConfirm={async () => closeShellModal()}
          onClose={() => setAsking(false)}
        />
      </Modal.Body>
    </Modal>
  )
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
