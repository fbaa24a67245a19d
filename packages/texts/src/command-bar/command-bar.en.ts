/** The bar that leads to vehicles, moments, actions and pages. */
export const commandBarTexts = {
  'command.title': 'Go to',
  'command.field': 'Vehicle, page or time',
  'command.hint':
    'A part of a name, plate, driver or number, an action, a page, a time. For example: van 7 yesterday 14:05',
  'command.devices': 'Vehicles',
  'command.pages': 'Pages',
  'command.places': 'Places',
  'command.none': 'Nothing is called “{{text}}”. Try fewer letters.',
  'command.talk': 'Talk',
  'command.steer': 'Steer cameras',
  'command.today': 'today',
  'command.yesterday': 'yesterday',
  'command.between': 'the a at on of from in to',
} as const
