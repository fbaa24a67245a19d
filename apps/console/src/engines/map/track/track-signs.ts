type Spot = { readonly x: number; readonly y: number }
type Paint = { readonly fill: string; readonly line: string }

/** What happened is a triangle, a stop a disc with a P: different also without their colour. */
export function drawMark(
  context: CanvasRenderingContext2D,
  sign: 'event' | 'stop',
  { x, y }: Spot,
  paint: Paint,
): void {
  context.fillStyle = paint.fill
  context.strokeStyle = paint.line
  context.lineWidth = 1.5
  context.beginPath()
  if (sign === 'event') {
    context.moveTo(x, y - 9)
    context.lineTo(x + 9, y + 7)
    context.lineTo(x - 9, y + 7)
    context.closePath()
  } else context.arc(x, y, 8, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  if (sign !== 'stop') return
  context.fillStyle = paint.line
  context.font = '700 10px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText('P', x, y + 0.5)
}

/** A vehicle on its way: a drop with its nose to where it goes. */
export function drawCursor(context: CanvasRenderingContext2D, { x, y }: Spot, headingDeg: number, paint: Paint): void {
  context.save()
  context.translate(x, y)
  context.rotate((headingDeg * Math.PI) / 180)
  context.fillStyle = paint.fill
  context.strokeStyle = paint.line
  context.lineWidth = 2.5
  context.beginPath()
  context.moveTo(0, -16)
  context.lineTo(9, -3)
  context.arc(0, 2, 10, -0.5, Math.PI + 0.5)
  context.closePath()
  context.stroke()
  context.fill()
  context.restore()
}

/** A ring around the point that is meant elsewhere. */
export function drawPointed(context: CanvasRenderingContext2D, { x, y }: Spot, color: string): void {
  context.strokeStyle = color
  context.lineWidth = 2.5
  context.beginPath()
  context.arc(x, y, 9, 0, 2 * Math.PI)
  context.stroke()
}
