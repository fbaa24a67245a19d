// What the map is compared with: a page with one element a marker, the way of the usual map libraries. The pane is moved
// by a transform while it is dragged, every marker is placed anew when the zoom changes and when it reports. It has no
// ground to draw, which is in its favour.

/** Must stand alone: it is sent to the page as text. */
export function drawPeer({ vehicles, changesPerS }: { vehicles: number; changesPerS: number }): void {
  const view = { x: 0, y: 0, scale: 1 }
  const pane = document.createElement('div')
  pane.style.cssText = 'position:absolute;left:50%;top:50%;will-change:transform'
  document.body.style.cssText = 'margin:0;height:100vh;overflow:hidden;background:#f4f2ec'
  document.body.append(pane)
  const markers = Array.from({ length: vehicles }, () => {
    const element = document.createElement('div')
    element.style.cssText =
      'position:absolute;width:18px;height:18px;margin:-9px;border-radius:50%;border:2px solid #fff;background:#00795a'
    pane.append(element)
    return { element, x: (Math.random() - 0.5) * 1500, y: (Math.random() - 0.5) * 900 }
  })
  const place = ({ element, x, y }: (typeof markers)[number]): void => {
    element.style.transform = `translate3d(${x * view.scale}px, ${y * view.scale}px, 0)`
  }
  const move = (): void => {
    pane.style.transform = `translate3d(${view.x}px, ${view.y}px, 0)`
  }
  for (const marker of markers) place(marker)
  let next = 0
  setInterval(() => {
    for (let count = 0; count < changesPerS / 20; count++) {
      const marker = markers[next++ % markers.length]
      if (!marker) continue
      marker.x += Math.random() - 0.5
      marker.y += Math.random() - 0.5
      place(marker)
    }
  }, 50)
  addEventListener('mousemove', ({ buttons, movementX, movementY }) => {
    if (buttons !== 1) return
    view.x += movementX
    view.y += movementY
    move()
  })
  addEventListener('wheel', ({ deltaY }) => {
    view.scale *= 2 ** (-deltaY / 450)
    for (const marker of markers) place(marker)
  })
}
