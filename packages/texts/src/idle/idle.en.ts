/** The idle countdown of the shell, and the idle screen. */
export const idleTexts = {
  'idle.countdown': 'Idle screen in {{time}}. Set back to 30:00',
  'idle.freeze': 'Freeze the idle countdown',
  'idle.resume': 'Resume the idle countdown',
  'idle.back': 'Back to where you were',
} as const
