import {
  DEFAULT_NOTIFY_COLOR,
  type EventDefinition,
  eventNameSchema,
  GLOBAL_PROFILE,
  notifyTextSchema,
  type ProfileEntry,
} from '@fleetglass/contract/event-profiles'
import { eventCatalogue } from '@fleetglass/contract/events'
import { useMemo, useState } from 'react'
import { useStandardEventName } from '../../engines/events/index.ts'

/** A row of the editor: an event code, with what it is called where the profile does not name it. */
export interface EventRow {
  readonly code: number
  /** `null`: it is called by its number. */
  readonly fallback: string | null
}

export type EntryField = 'eventname' | 'notifytext' | 'notifycolor'

/** Whether the profile says nothing about the event. */
export function isBlank({ eventname, notifytext, notifycolor }: ProfileEntry): boolean {
  return eventname.trim() === '' && notifytext.trim() === '' && notifycolor === DEFAULT_NOTIFY_COLOR
}

interface Draft {
  readonly edits: ReadonlyMap<number, ProfileEntry>
  /** What was stored at the first change, or was shown after a refused save: what somebody else saves after it is not overwritten unseen. */
  readonly was: readonly ProfileEntry[]
}

/** What was changed in one profile and is not saved; `name` is null for a new one. */
export function useProfileDraft(definitions: readonly EventDefinition[], name: string | null) {
  const standardName = useStandardEventName()
  const [draft, setDraft] = useState<Draft | null>(null)
  const stored = useMemo(() => entriesOf(definitions, name), [definitions, name])
  const byCode = useMemo(() => new Map(stored.map((entry) => [entry.eventtype, entry])), [stored])
  const rows = useMemo(() => rowsOf(definitions, name, standardName), [definitions, name, standardName])
  const edits = draft?.edits ?? new Map<number, ProfileEntry>()
  const storedOf = (code: number): ProfileEntry => byCode.get(code) ?? blankOf(code)
  const entryOf = (code: number): ProfileEntry => edits.get(code) ?? storedOf(code)
  const put = (entry: ProfileEntry): void =>
    setDraft((before) => {
      const after = new Map(before?.edits)
      if (isSame(entry, storedOf(entry.eventtype))) after.delete(entry.eventtype)
      else after.set(entry.eventtype, entry)
      return after.size === 0 ? null : { edits: after, was: before === null ? stored : before.was }
    })
  return {
    rows,
    entryOf,
    storedOf,
    changes: edits.size,
    isChanged: (code: number): boolean => edits.has(code),
    faultOf: (code: number): EntryField | null => faultOf(entryOf(code)),
    hasFault: [...edits.values()].some((entry) => faultOf(entry) !== null),
    edit: (code: number, field: EntryField, value: string): void => put({ ...entryOf(code), [field]: value }),
    reset: (code: number): void => put(blankOf(code)),
    discard: (): void => setDraft(null),
    toSave: () => ({
      entries: rows.map(({ code }) => entryOf(code)).filter((entry) => !isBlank(entry)),
      was: draft?.was ?? stored,
    }),
    /** After somebody else was faster: the changes stay, on top of what is stored now and shown. */
    rebase: (now: readonly EventDefinition[]): void =>
      setDraft((before) => (before === null ? null : { ...before, was: entriesOf(now, name) })),
  }
}

export type ProfileDraft = ReturnType<typeof useProfileDraft>

/** What administrators have stored of a profile; the built-in entries of GLOBAL are no part of it. */
function entriesOf(definitions: readonly EventDefinition[], name: string | null): readonly ProfileEntry[] {
  return definitions
    .filter(({ definename, builtin }) => definename === name && builtin === undefined)
    .map(({ eventtype, eventname, notifytext, notifycolor }) => ({ eventtype, eventname, notifytext, notifycolor }))
}

function rowsOf(
  definitions: readonly EventDefinition[],
  name: string | null,
  standardName: (code: number) => string | null,
): readonly EventRow[] {
  const global = new Map(
    definitions
      .filter(
        ({ definename, builtin }) => definename === GLOBAL_PROFILE && name !== GLOBAL_PROFILE && builtin === undefined,
      )
      .map(({ eventtype, eventname }) => [eventtype, eventname]),
  )
  return [...eventCatalogue.keys()].map((code) => ({ code, fallback: global.get(code) || standardName(code) }))
}

function blankOf(eventtype: number): ProfileEntry {
  return { eventtype, eventname: '', notifytext: '', notifycolor: DEFAULT_NOTIFY_COLOR }
}

function isSame(one: ProfileEntry, other: ProfileEntry): boolean {
  return (
    one.eventname === other.eventname && one.notifytext === other.notifytext && one.notifycolor === other.notifycolor
  )
}

function faultOf({ eventname, notifytext }: ProfileEntry): EntryField | null {
  if (!eventNameSchema.safeParse(eventname).success) return 'eventname'
  return notifyTextSchema.safeParse(notifytext).success ? null : 'notifytext'
}
