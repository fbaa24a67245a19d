import type { ResolvedOptions } from './options.ts'

/** What each named variant changes of the standard build (RIGHT-115). Another one is a line more, or an entry of the site's `variants` (VAR-03). */
export const presets = {
  default: {},
  strict: { strictPassword: true },
  p2p: { p2p: true },
  minimal: {
    disableMap: true,
    disableIdle: true,
    disableAdvanced: true,
    disableMultiPlayback: true,
    disableTree: true,
    disableRemotePlayback: true,
    disableEvent: true,
    disableLive: true,
    disablePlayback: true,
  },
  plainkm: { forceDefaultStyle: true, forceKm: true },
  callcentre: { disableExtraAdmin: true },
  extramemo: { extraMemo: true },
  plate: { plateAsLabel: true },
  external: { externalSetting: true },
  plantarea: { plantArea: true },
} as const satisfies Readonly<Record<string, Partial<ResolvedOptions>>>

/** The name of a variant. */
export type VariantName = keyof typeof presets

/** What a name picks; an unknown one is the standard build. */
export function presetOf(name: unknown): Partial<ResolvedOptions> {
  return isVariant(name) ? presets[name] : presets.default
}

/** Whether there is a preset of this name. */
export function isVariant(name: unknown): name is VariantName {
  return typeof name === 'string' && Object.hasOwn(presets, name)
}
