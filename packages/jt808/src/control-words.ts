// Belongs here: the command words of 0x8105 that the standard names, and those that makers use for driving.

/** Words of the standard that the server sends. JT/T 808-2013, table 17. */
export const CONTROL_WORDS = { upgrade: 1, restart: 4, factorySettings: 5 } as const

/** 1 upgrade, 2 connect to a server, 3 power off, 4 restart, 5 factory settings, 6 close the data link, 7 close all radio. */
export function isStandardWord(word: number): boolean {
  return word >= 1 && word <= 7
}

/** Words with which makers cut and restore fuel or power: no other command may have one of them by default. */
export const DRIVING_WORDS: ReadonlyMap<number, 'cuts' | 'restores'> = new Map([
  [0x64, 'cuts'],
  [0x65, 'restores'],
  [0x70, 'cuts'],
  [0x71, 'restores'],
  [0xf0, 'cuts'],
  [0xf1, 'restores'],
])
