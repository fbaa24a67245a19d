export type { PageDescriptor } from './page.ts'
export { closeShellModal, openLivePopup, type ShellModal, shellModal } from './shell-modal.ts'
