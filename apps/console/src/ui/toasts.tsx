import { Toaster, toast } from 'sonner'
import { useTheme } from '../platform/preferences/index.ts'

/** SHELL-121, SHELL-122: notices at the top centre, gone after 5 s. */
export function Toasts() {
  const { tone } = useTheme()
  return <Toaster position="top-center" duration={5000} theme={tone} closeButton />
}

/** A notice to the user. Say what happened and, for a failure, why. */
export const notify = {
  success: (text: string): void => void toast.success(text),
  error: (text: string): void => void toast.error(text),
}
