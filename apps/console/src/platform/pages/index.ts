export type { BuiltPage } from './page.ts'
export { closeShellModal, openLivePopup, openPtz, type ShellModal, shellModal } from './shell-modal.ts'
