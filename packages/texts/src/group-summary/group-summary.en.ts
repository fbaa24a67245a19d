/** The page of which device is in which group. */
export const groupSummaryTexts = {
  'groupSummary.links': 'Devices and their groups',
  'groupSummary.duplicate': 'Duplicate',
  'groupSummary.count': 'Groups of the device',
  'groupSummary.remove': 'Remove {{device}} from {{group}}',
  'groupSummary.searchHint': 'Enter a device or a group',
  'groupSummary.search': 'Search',
  'groupSummary.searchDevice': 'Device ID',
  'groupSummary.searchGroup': 'Group name',
  'groupSummary.found': 'Devices and groups found',
  'groupSummary.device': 'Device',
  'groupSummary.group': 'Group',
  'groupSummary.path': 'Path',
  'groupSummary.paths': 'Groups and their paths',
  'groupSummary.viewable': 'Viewable groups',
} as const
