export type { BuiltPage } from './page.ts'
export { closeShellModal, openLivePopup, type ShellModal, shellModal } from './shell-modal.ts'
