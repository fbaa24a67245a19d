import { z } from 'zod'

// What the page gives is read value by value: a length for every text, a range for every number.
const MAX_TEXT = 500
const MAX_ADDRESS = 2048
const MAX_EMBEDDED_IMAGE = 64 * 1024
const MAX_LABELS = 500
const MAX_IDLE_ITEMS = 50

/** A sentence or a name. */
export const shortText = z.string().max(MAX_TEXT)

/** An address of the web, with `http:` or `https:` or relative to the page; nothing that runs. */
export const webAddress = z.string().min(1).max(MAX_ADDRESS).refine(isWebAddress)

/** A picture: at an address of the web, or embedded. */
export const pictureAddress = z.union([
  webAddress,
  z
    .string()
    .max(MAX_EMBEDDED_IMAGE)
    .regex(/^data:image\/[a-z+.-]+[;,]/),
])

/** Only what names its scheme: it leaves the site. */
const outsideAddress = webAddress.regex(/^https?:\/\//i)

/** `lat,lng` in degrees. */
export const place = z
  .string()
  .max(64)
  .refine((text) => {
    const [latDeg, lngDeg, ...others] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    return others.length === 0 && Math.abs(latDeg ?? Number.NaN) <= 90 && Math.abs(lngDeg ?? Number.NaN) <= 180
  })

/** A language tag. */
export const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/)

/** The site's own words for texts of the console, by their keys; a label that cannot be read keeps its text. */
export const labels = z
  .custom<object>((given) => typeof given === 'object' && given !== null && !Array.isArray(given))
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given)
        .slice(0, MAX_LABELS)
        .filter(
          (entry): entry is [string, string] =>
            /^[a-z]\w*\.\w/i.test(entry[0]) && shortText.safeParse(entry[1]).success,
        ),
    ),
  )

const percent = z.number().min(0).max(100)

/** One logo, text or link of the idle screen, at a place in percent of the screen (IDLE-06, IDLE-08). */
export interface IdleItem {
  readonly image?: string
  readonly text?: string
  readonly link?: string
  readonly left: number
  readonly top: number
  readonly width: number
}

/** What the idle screen shows (IDLE-08). */
export interface IdleScreen {
  readonly analogClock: boolean
  readonly digitalClock: boolean
  readonly items: readonly IdleItem[]
}

const idleItem = z
  .object({
    image: pictureAddress.optional().catch(undefined),
    text: shortText.optional().catch(undefined),
    link: outsideAddress.optional().catch(undefined),
    left: percent,
    top: percent,
    width: percent,
  })
  .transform(given)

/** The idle screen; an item that has no readable place is left out. */
export const idleScreen = z.object({
  analogClock: z.boolean().catch(false),
  digitalClock: z.boolean().catch(false),
  items: z
    .array(z.unknown())
    .catch([])
    .transform((items): readonly IdleItem[] =>
      items.slice(0, MAX_IDLE_ITEMS).flatMap((item) => {
        const read = idleItem.safeParse(item)
        return read.success ? [read.data as IdleItem] : []
      }),
    ),
})

/** Without the keys that were not given. */
function given<T extends object>(item: T): T {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as T
}

/** Browsers drop tabs and line ends from addresses, so that `java\nscript:` would run: none of them, and no blank. */
function isWebAddress(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text)) return false
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]
  return scheme === undefined || /^https?$/i.test(scheme)
}
