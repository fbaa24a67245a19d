/** Catches the files that a page gives to the browser; `restore` ends that. */
export function catchSavedFiles() {
  const { createObjectURL } = URL
  const { click } = HTMLAnchorElement.prototype
  const saved: { readonly name: string; readonly text: Promise<string> }[] = []
  let text: Promise<string> = Promise.resolve('')
  URL.createObjectURL = (blob) => {
    text = (blob as Blob).text()
    return 'blob:saved'
  }
  // A download is a click on a link: this browser would leave the page for it, also for the test files that follow.
  HTMLAnchorElement.prototype.click = function () {
    saved.push({ name: this.download, text })
  }
  return {
    saved,
    restore() {
      URL.createObjectURL = createObjectURL
      HTMLAnchorElement.prototype.click = click
    },
  }
}
