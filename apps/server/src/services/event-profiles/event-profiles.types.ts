/** How one event code is shown in one profile. */
export interface StoredDefinition {
  readonly profile: string
  readonly code: number
  /** Empty: it falls back to the name of GLOBAL, and then to the built-in one. */
  readonly name: string
  readonly notifyText: string
  /** `#RRGGBB`. */
  readonly notifyColor: string
}

/** Everything that is stored about profiles. */
export interface ProfileTables {
  /** Rises with each change. */
  readonly revision: number
  /** By profile and code. */
  readonly definitions: readonly StoredDefinition[]
  /** The profile of a device, by its key; a device without one has GLOBAL. */
  readonly links: ReadonlyMap<number, string>
}

/** What changes together. Removals come first. */
export interface ProfileChange {
  readonly removeProfile?: string
  readonly removeDefinition?: { readonly profile: string; readonly code: number }
  readonly put?: readonly StoredDefinition[]
  /** `profile` null: the devices have GLOBAL again. */
  readonly link?: { readonly deviceKeys: readonly number[]; readonly profile: string | null }
}

/** Looks at what is stored while nobody else can change it, and says what changes; it throws why nothing does. */
export type DecideProfileChange = (stored: ProfileTables) => ProfileChange

/** What the profile of a device says about an event. */
export interface EventLook {
  /** Empty: no profile names it. */
  readonly name: string
  readonly notifyText: string
  readonly notifyColor: string
}

/** How events are named and shown, by profile. */
export interface EventProfiles {
  readonly revision: number
  readonly definitions: readonly StoredDefinition[]
  /** `undefined`: GLOBAL. */
  profileOf(deviceKey: number): string | undefined
  /** `null` where neither the profile of the device nor GLOBAL has the code. */
  look(deviceKey: number, code: number): EventLook | null
  /** Resolves when the change is on disk and in force. */
  change(decide: DecideProfileChange): Promise<void>
}
