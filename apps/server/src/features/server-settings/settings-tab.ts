// Belongs here: the two endpoints that every tab has. Does not: fields (contract), what a setting changes (its owner).
import { AppError, fieldRefusal } from '@fleetglass/contract/errors'
import {
  bodyOf,
  type FieldFault,
  fieldsOf,
  revisionSchema,
  type SettingsCall,
  serverSettingsAccess,
} from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { invalidRequest } from '../../platform/errors/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import { resolveTarget } from '../../platform/outbound/index.ts'
import type { OpenSettings, SavedSettings } from '../../platform/settings/index.ts'
import type { Offers } from '../offers.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What tabs may use. */
export type TabParts = Pick<
  Offers,
  | 'acme'
  | 'config'
  | 'clock'
  | 'database'
  | 'listeners'
  | 'log'
  | 'mail'
  | 'mediaSlots'
  | 'registry'
  | 'restart'
  | 'settings'
>

/** One tab of the page: which section its calls read and save, and what it can do beyond that. */
export interface SettingsTab {
  readonly calls: readonly TabCall[]
  /** Endpoints of its own, such as a test. */
  readonly actions?: (parts: TabParts) => readonly HttpEndpoint[]
}

export interface TabCall {
  readonly call: SettingsCall
  /** Name of the section, which its owner has opened. A call may have a part of its fields. */
  readonly section: string
  /** What the settings are, in `Read …` and `Changed …` of the audit log. */
  readonly audit: string
  /** The read is an endpoint of another feature, open to more accounts. */
  readonly isReadElsewhere?: true
  /** Hosts that the server will connect to by itself: they must not be this machine unless the configuration allows it. */
  readonly targets?: (fields: Fields) => readonly string[]
  /** What fields are that nobody saved, where the configuration leaves that to the machine. Left out: what the section says. */
  readonly unsaved?: (parts: TabParts) => Fields
  /** Rules that depend on how the server stands. */
  readonly faults?: (fields: Fields, parts: TabParts) => readonly FieldFault[]
  /** Throws when what is given would keep out who comes as the caller did. */
  readonly rejectLockout?: (given: Fields, untrustedTlsProxy: string | null) => void
}

/** The body is checked field by field against the section that it belongs to. */
const bodySchema = z.looseObject({})

export function tabEndpoints({ calls, actions }: SettingsTab, parts: TabParts): readonly HttpEndpoint[] {
  return [...calls.flatMap((call) => callEndpoints(call, parts)), ...(actions?.(parts) ?? [])]
}

function callEndpoints(tabCall: TabCall, parts: TabParts): readonly HttpEndpoint[] {
  const { settings, config } = parts
  const { call, section, audit, isReadElsewhere } = tabCall
  const opened = (): OpenSettings<Fields> => settings.named(section)
  const present = (): Fields => presentFields(opened(), tabCall.unsaved?.(parts) ?? {})
  const read = endpoint({
    method: call.read,
    path: call.path,
    access: serverSettingsAccess,
    audit: `Read ${audit}`,
    body: bodySchema,
    handle: () => answerOf(call, opened(), present()),
  })
  const save = endpoint({
    method: 'PUT',
    path: call.path,
    access: serverSettingsAccess,
    audit: `Changed ${audit}`,
    body: bodySchema,
    async handle({ account, body, untrustedTlsProxy, note }) {
      const { given, fields } = checkedFields(call, present(), body)
      const [fault] = tabCall.faults?.(fields, parts) ?? []
      if (fault !== undefined) throw new AppError('invalid-field', fieldRefusal(fault))
      tabCall.rejectLockout?.(given, untrustedTlsProxy)
      const { revision } = revisionOf(body)
      for (const host of tabCall.targets?.({ ...present(), ...given }) ?? []) {
        await resolveTarget(host, config.localTargets)
      }
      const { changes } = await opened().save(given, { name: account.name, baseRevision: revision })
      note({ changes: changes.map(auditedChange) })
      return { hasError: false, message: 'OK' }
    },
  })
  return isReadElsewhere === true ? [save] : [read, save]
}

function presentFields({ value, savedFields }: OpenSettings<Fields>, unsaved: Fields): Fields {
  const saved = Object.fromEntries(savedFields.map((name) => [name, value[name]]))
  return { ...value, ...unsaved, ...saved }
}

function answerOf(call: SettingsCall, { revision, savedFields }: OpenSettings<Fields>, value: Fields): Fields {
  const names = Object.keys(call.fields.shape)
  const fields = Object.fromEntries(names.map((name) => [name, value[name]]))
  return bodyOf(call, fields, { revision, saved: savedFields.filter((name) => names.includes(name)) })
}

const AUDITED_TEXT = 200

/** As the audit log has it: a script or a list is named by its beginning. */
export function auditedChange({ field, before, after }: SavedSettings['changes'][number]) {
  return { field, before: shortened(before), after: shortened(after) }
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > AUDITED_TEXT ? `${text.slice(0, AUDITED_TEXT)}…` : value
}

/** SET-008: the rules of the tab, repeated. A value that is already so is not questioned: the configuration may have set it. */
function checkedFields(
  call: SettingsCall,
  present: Fields,
  body: Fields,
): { readonly given: Fields; readonly fields: Fields } {
  const given = fieldsOf(call, body)
  if (given === null) throw new AppError('unreadable-body')
  const values: Record<string, unknown> = { ...present }
  for (const [name, value] of Object.entries(given)) {
    const rule = (call.fields.shape as Readonly<Record<string, z.ZodType>>)[name]
    const checked = rule?.safeParse(value)
    values[name] = checked?.success === true ? checked.data : value
    if (checked === undefined || checked.success || value === present[name]) continue
    const [issue] = checked.error.issues
    const field = [name, ...(issue?.path ?? [])].join('.')
    throw new AppError('invalid-field', fieldRefusal({ field, reason: issue?.message ?? '' }))
  }
  const [fault] = call.faults?.(values) ?? []
  if (fault !== undefined) throw new AppError('invalid-field', fieldRefusal(fault))
  // What is as it was is not saved: it goes on following the configuration.
  const changed = Object.entries(given).filter(
    ([name]) => JSON.stringify(values[name]) !== JSON.stringify(present[name]),
  )
  return { given: Object.fromEntries(changed), fields: values }
}

function revisionOf(body: Fields): z.infer<typeof revisionSchema> {
  const parsed = revisionSchema.safeParse(body)
  if (!parsed.success) throw invalidRequest(parsed.error)
  return parsed.data
}
