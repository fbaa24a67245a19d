// What tests of pages that draw look for. By label and text: asking for roles reads every option of every list.
/** The input or list with this label, once it is there. */
export function labelled<Control extends HTMLElement = HTMLInputElement>(text: string): Control {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === text)
  const control =
    label && (label.htmlFor === '' ? label.querySelector('input') : document.getElementById(label.htmlFor))
  if (!control) throw new Error(`there is no input labelled "${text}"`)
  return control as HTMLElement as Control
}

/** The button with this text or label. */
export function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.getAttribute('aria-label') === text || one.textContent?.trim() === text,
  )
  if (!found) throw new Error(`there is no button "${text}"`)
  return found
}

/** By itself, or with all that it stands among. */
export function isDisabled(control: HTMLElement): boolean {
  return control.hasAttribute('disabled') || control.closest('fieldset[disabled]') !== null
}

/** The device of this id in the checklist. */
export function checkOf(deviceId: string): HTMLInputElement {
  const rows = [...document.querySelectorAll('.device-checklist-one')]
  const box = rows.find((row) => row.textContent?.includes(deviceId))?.querySelector('input')
  if (!box) throw new Error(`${deviceId} is not in the checklist`)
  return box
}

/** The notices on the page, each with its text and detail. */
export function notices(): (string | null)[] {
  return [...document.querySelectorAll('.toasts li')].map((notice) => notice.textContent)
}
