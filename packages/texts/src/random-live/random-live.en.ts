/** The random live view. */
export const randomLiveTexts = {
  'random.hint': 'Each pane shows a channel of some device that is online.',
  'random.pane': 'Random channel {{place}}',
  'random.full': 'Full screen',
  'random.fullWith': 'Full screen with {{count}} channels',
} as const
