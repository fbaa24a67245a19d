/** FW-42: what names the model in a version: the text before the last `_`, `-` or space; empty where there is none. */
export function modelPartOf(version: string): string {
  return /^(.+)[_\- ]/.exec(version.trim())?.[1] ?? ''
}

/** FW-42: whether a device with `version` is one that `target` is for, and does not have it. A version without a model part matches nothing. */
export function isFirmwareFor(target: string, version: string): boolean {
  const model = modelPartOf(target)
  return model !== '' && model === modelPartOf(version) && target.trim() !== version.trim()
}
