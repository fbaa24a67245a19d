/** LIVE-10, MAP-45: the end of every speed gauge. */
export const gaugeTop = 220
/** LIVE-11, MAP-46. */
export const gaugeTicks: readonly number[] = Array.from({ length: 12 }, (_, index) => index * 20)

const startDeg = -125
const sweepDeg = 250
const centre = 60

/** The place of a speed on the dial, `radius` from its middle, on a field of 120 by 104. */
export function gaugePoint(speed: number, radius: number): { readonly x: number; readonly y: number } {
  const angle = ((startDeg + (Math.min(gaugeTop, Math.max(0, speed)) / gaugeTop) * sweepDeg) * Math.PI) / 180
  return { x: round(centre + radius * Math.sin(angle)), y: round(centre - radius * Math.cos(angle)) }
}

/** The rim between two speeds, as an SVG path. */
export function gaugeArc(from: number, to: number): string {
  const radius = 49
  const start = gaugePoint(from, radius)
  const end = gaugePoint(to, radius)
  const large = ((to - from) / gaugeTop) * sweepDeg > 180 ? 1 : 0
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${large} 1 ${end.x} ${end.y}`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
