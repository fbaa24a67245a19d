/** The group filter of the shell. */
export const groupsTexts = {
  'groups.filter': 'Group',
  'groups.all': 'All groups',
  'groups.failed': 'The devices of the group could not be had',
} as const
