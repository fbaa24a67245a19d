import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** A button with a list behind it: its search has the focus when it opens; Escape and a click beside it close it. */
export function usePopup() {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    box.current?.querySelector('input')?.focus()
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const typed = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close()
  }
  return { open, setOpen, close, box, button, typed }
}
