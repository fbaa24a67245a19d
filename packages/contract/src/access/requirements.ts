import { administratorOnly, type Requirement } from './can.ts'

const belowTwo: Requirement = { permissionBelow: 2 }
const belowThree: Requirement = { permissionBelow: 3 }

/** What asks for a permission number, by its name (RIGHT-050 … 071). */
export const requirements = {
  userSettings: administratorOnly,
  permissionSettings: administratorOnly,
  groupSettings: administratorOnly,
  groupSummary: administratorOnly,
  /** Their entries in the navigation; the pages themselves ask for a login only (RIGHT-065). */
  informationLogs: administratorOnly,
  /** Event profiles, push and realtime event plans, event report scheduling and face management (RIGHT-067). */
  advancedSettings: administratorOnly,
  reportFiles: administratorOnly,
  translationEditor: administratorOnly,
  groupFilter: administratorOnly,
  statusIcon: administratorOnly,
  /** Adding and deleting devices. */
  deviceRegistration: administratorOnly,
  newDevices: administratorOnly,
  fences: administratorOnly,
  routePlanning: administratorOnly,
  randomLive: administratorOnly,
  firmware: belowTwo,
  localDeviceSettings: belowTwo,
  extraMemo: belowTwo,
  broadcast: belowThree,
} as const satisfies Readonly<Record<string, Requirement>>

/** The name of a requirement. */
export type RequirementName = keyof typeof requirements
