/** What is drawn on a map by hand. */
export const drawingTexts = {
  'draw.map': 'Map to draw on',
  'draw.failed': 'The map cannot be shown. The fields do the same.',
  'draw.zoomIn': 'Zoom in',
  'draw.zoomOut': 'Zoom out',
  'draw.fit': 'Show all of it',
  'draw.atCenter': 'Place at map centre',
  'draw.keys': 'Arrow keys move it, with Shift in small steps. + and − make it larger and smaller.',
  'draw.cornerKeys': 'Arrow keys move it, with Shift in small steps. Delete takes it away.',
  'draw.whole': 'Move the whole figure',
  'draw.center': 'Centre of the circle',
  'draw.edge': 'Edge of the circle',
  'draw.corner': 'Corner {{number}}',
  'draw.position': 'Position {{label}}',
  'draw.circleHint': 'Press where the middle is to be and drag to the edge.',
  'draw.cornersHint': 'Click corner after corner on the map.',
  'draw.positionsHint': 'Click the positions on the map, in their order.',
} as const
