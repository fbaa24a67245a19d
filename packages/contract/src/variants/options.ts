import { z } from 'zod'

/** What a site may change about the console: `window.gmsConfig`, set by `/gms.js` before the application starts. */
export const siteOptionsSchema = z.object({
  /** Picks a preset; every other key overrides one option of it. An unknown name is the standard build. */
  variant: z.string().optional(),
  disableMap: z.boolean().optional(),
  disableLive: z.boolean().optional(),
  disablePlayback: z.boolean().optional(),
  disableLivePopup: z.boolean().optional(),
  /** The default style, whatever theme is stored. */
  forceDefaultStyle: z.boolean().optional(),
  /** Kilometres, whatever unit is stored or the browser's language is. */
  forceKm: z.boolean().optional(),
  /** The plate (or the device id when it is empty) is the label of a device. */
  plateAsLabel: z.boolean().optional(),
  /** Hides the recording filters of the footer when false. */
  recordingButton: z.boolean().optional(),
  /** `lat,lng` in degrees. */
  mapCenter: z.string().optional(),
  mapZoom: z.number().optional(),
  /** Template of a tile server, with `{z}`, `{x}` and `{y}`. */
  tileUrl: z.string().optional(),
  language: z.string().optional(),
  logo: z.string().optional(),
  /** Forces the mobile (true) or desktop (false) layout. */
  mobile: z.boolean().optional(),
})

export type SiteOptions = Readonly<z.infer<typeof siteOptionsSchema>>

/** Every option with its value. */
export type ResolvedOptions = Readonly<
  Given<Omit<SiteOptions, 'variant' | 'tileUrl' | 'logo' | 'mobile'>> & Pick<SiteOptions, 'tileUrl' | 'logo' | 'mobile'>
>

type Given<T> = { [Key in keyof T]-?: Exclude<T[Key], undefined> }

/** The standard build. */
export const standardOptions: ResolvedOptions = {
  disableMap: false,
  disableLive: false,
  disablePlayback: false,
  disableLivePopup: false,
  forceDefaultStyle: false,
  forceKm: false,
  plateAsLabel: false,
  recordingButton: true,
  mapCenter: '24.0786,120.5285',
  mapZoom: 11,
  language: 'en',
}

/** What each named variant changes. Another one is added here as data. */
const presets: Readonly<Record<string, Partial<ResolvedOptions>>> = {
  default: {},
  minimal: { disableMap: true, disableLive: true, disablePlayback: true },
  plainkm: { forceDefaultStyle: true, forceKm: true },
  plate: { plateAsLabel: true },
}

/** Preset, then single options; what cannot be read (the page sets it, not we) leaves the standard build. */
export function resolveOptions(given: unknown): ResolvedOptions {
  const parsed = siteOptionsSchema.safeParse(given)
  if (!parsed.success) return standardOptions
  const { variant = 'default', ...options } = parsed.data
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...standardOptions, ...presets[variant], ...Object.fromEntries(chosen) }
}
