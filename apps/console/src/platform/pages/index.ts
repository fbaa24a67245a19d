export type { BuiltPage } from './page.ts'
export { closeShellModal, openLivePopup, openPtz, openTalk, type ShellModal, shellModal } from './shell-modal.ts'
