import { cloud, noise } from './noise.ts'
import { ellipse, type Picture, picture, polygon, put, rectangle } from './picture.ts'
import { capsule, ellipsoid, type Shade } from './solid.ts'

/**
 * The driver as an infrared camera on the dashboard sees them: no colour, bright skin, light that sweeps through the
 * cabin, a street that slides past the side window. All motions are whole waves of the loop.
 */
export function driver(width: number, height: number): (turn: number) => Picture {
  const cabin = paintCabin(width, height)
  return (turn) => {
    const image = picture(width, height)
    image.rgb.set(cabin.rgb)
    paintWindow(image, turn)
    const wave = (times: number, phase = 0): number => Math.sin((turn * times + phase) * 2 * Math.PI)
    const swayX = 7 * wave(3) + 3 * wave(7, 0.2)
    const swayY = 3 * wave(5, 0.4) + 1.2 * wave(23)
    paintSeat(image)
    paintBody(image, swayX * 0.4, swayY * 0.5)
    const look = glance(turn)
    paintHead(image, width * 0.47 + swayX + look * 12, height * 0.37 + swayY, look, turn)
    paintWheel(image, turn)
    sweep(image, turn)
    return image
  }
}

/** Where the driver looks: ahead, now and then into a mirror. -1 left to 1 right. */
function glance(turn: number): number {
  const bump = (at: number, wide: number): number => Math.exp(-(((turn - at) / wide) ** 4))
  return (
    0.75 * bump(0.22, 0.04) - 0.85 * bump(0.58, 0.045) + 0.35 * bump(0.83, 0.03) + 0.06 * Math.sin(turn * 8 * Math.PI)
  )
}

const grey = (value: number): readonly [number, number, number] => [value, value, value * 1.02]

function paintCabin(width: number, height: number): Picture {
  const image = picture(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const roof = y < height * 0.1 + 0.05 * height * Math.sin((x / width) * 3)
      const base = roof ? 74 - (y / height) * 120 : 38 + 14 * (1 - y / height)
      put(image, x, y, grey(base + 7 * cloud(x / 90, y / 90, 3)))
    }
  }
  const wall: [number, number][] = [
    [0.7, 0.06],
    [0.78, 0.1],
    [0.8, 0.62],
    [0.7, 0.7],
  ]
  polygon(
    image,
    wall.map(([u, v]) => ({ x: u * width, y: v * height })),
    grey(58),
  )
  rectangle(image, width * 0.02, height * 0.2, width * 0.17, height * 0.36, grey(24))
  for (const x of [0.055, 0.1, 0.145]) rectangle(image, width * x, height * 0.2, 5, height * 0.36, grey(48))
  ellipsoid(image, width * 0.1, height * 0.66, width * 0.085, height * 0.13, 0, (_x, _y, z) => grey(24 + 34 * z))
  return image
}

/** The side window: bright sky above, houses and trees below that slide by, frame and mirror in front. */
function paintWindow(image: Picture, turn: number): void {
  const { width, height } = image
  for (let y = Math.floor(height * 0.13); y < height * 0.6; y++) {
    const v = (y / height - 0.13) / 0.47
    const left = width * (0.735 - 0.03 * v)
    for (let x = Math.floor(left); x < width; x++) {
      const u = (x - left) / (width - left)
      const slide = turn * 24
      const roof = 0.34 + 0.3 * noise(7.5, u * 2.2 + slide, 24)
      const tree = noise(3.2, u * 5 + slide * 2, 48)
      let value = v < roof ? 232 - v * 46 : 128 - v * 46 + 34 * noise(v * 9, u * 6 + slide, 24)
      if (tree > 0.72 && v > 0.22) value = value * 0.42 + 26
      put(image, x, y, grey(value))
    }
  }
  const frame = (points: readonly [number, number][], value: number): void =>
    polygon(
      image,
      points.map(([u, v]) => ({ x: u * width, y: v * height })),
      grey(value),
    )
  frame(
    [
      [0.72, 0.1],
      [0.752, 0.1],
      [0.722, 0.62],
      [0.685, 0.62],
    ],
    30,
  )
  frame(
    [
      [0.73, 0.1],
      [1, 0.1],
      [1, 0.145],
      [0.73, 0.14],
    ],
    32,
  )
  frame(
    [
      [0.68, 0.58],
      [1, 0.585],
      [1, 1],
      [0.66, 1],
    ],
    44,
  )
  frame(
    [
      [0.7, 0.6],
      [1, 0.61],
      [1, 0.63],
      [0.7, 0.62],
    ],
    78,
  )
  frame(
    [
      [0.93, 0.3],
      [1, 0.27],
      [1, 0.52],
      [0.935, 0.5],
    ],
    22,
  )
}

function paintSeat(image: Picture): void {
  const { width, height } = image
  const cloth: Shade = (x, y, z, u, v) => grey(26 + 30 * z + 8 * x - 5 * y + 5 * noise(u * 60, v * 60))
  ellipsoid(image, width * 0.47, height * 0.33, width * 0.115, height * 0.19, 0, cloth)
  ellipsoid(image, width * 0.47, height * 0.86, width * 0.23, height * 0.48, 0, cloth)
}

function paintBody(image: Picture, dx: number, dy: number): void {
  const { width, height } = image
  const cx = width * 0.47 + dx
  const shirt: Shade = (x, y, z, u, v) => {
    const fold = 12 * cloud(u * 2.4 + 4, v * 3.1, 3)
    return grey(92 + 74 * Math.max(0, z * 0.9 - y * 0.22 - x * 0.12) + fold)
  }
  const skin: Shade = (x, y, z) => grey(82 + 96 * Math.max(0, z * 0.9 + y * 0.1 - x * 0.1))
  capsule(image, [cx, height * 0.47 + dy], [cx, height * 0.64 + dy], 60, 68, skin)
  for (const side of [-1, 1]) {
    capsule(
      image,
      [cx + side * width * 0.14, height * 0.74 + dy],
      [cx + side * width * 0.185, height * 1.02],
      82,
      64,
      shirt,
    )
  }
  ellipsoid(image, cx, height * 1.04 + dy, width * 0.2, height * 0.43, 0, shirt)
  const collar = (side: number): void =>
    polygon(
      image,
      [
        { x: cx + side * 8, y: height * 0.68 + dy },
        { x: cx + side * 78, y: height * 0.585 + dy },
        { x: cx + side * 104, y: height * 0.66 + dy },
        { x: cx + side * 42, y: height * 0.74 + dy },
      ],
      grey(side < 0 ? 176 : 160),
    )
  collar(-1)
  collar(1)
  capsule(image, [cx + width * 0.125, height * 0.6 + dy], [cx - width * 0.13, height * 1.02], 17, 17, (x, _y, z, u) =>
    grey(34 + 26 * z + 6 * x + (Math.floor(u * 90) % 2) * 4),
  )
}

function paintHead(image: Picture, cx: number, cy: number, look: number, turn: number): void {
  const rx = 98
  const ry = 138
  const shift = look * 34
  const skin: Shade = (x, y, z, u, v) => {
    const light = Math.max(0, z * 0.95 - x * 0.16 - y * 0.1)
    const cheek = 10 * Math.exp(-(((Math.abs(u - look * 0.3) - 0.42) / 0.2) ** 2) - ((v - 0.25) / 0.22) ** 2)
    const socket = 34 * Math.exp(-(((Math.abs(u - look * 0.34) - 0.38) / 0.2) ** 2) - ((v + 0.1) / 0.11) ** 2)
    const jaw = 20 * Math.exp(-(((v - 0.62) / 0.34) ** 2)) * (u * u)
    const stubble = v > 0.38 ? 9 * noise(u * 55, v * 55) : 0
    return grey(60 + 148 * light + cheek - socket - jaw - stubble)
  }
  for (const side of [-1, 1]) {
    const hidden = side * look
    if (hidden < 0.5)
      ellipsoid(image, cx + side * rx * (0.97 + hidden * 0.1) - shift * 0.2, cy + 6, 19, 36, side * 0.12, (_x, _y, z) =>
        grey(72 + 74 * z),
      )
  }
  ellipsoid(image, cx, cy, rx, ry, 0, skin)
  const blink = [0.07, 0.18, 0.31, 0.44, 0.5, 0.66, 0.79, 0.93].some((at) => Math.abs(turn - at) < 0.006)
  for (const side of [-1, 1]) paintEye(image, cx + shift + side * (38 - Math.abs(look) * 7), cy - 10, side, look, blink)
  const nose: Shade = (x, y, z) => grey(104 + 110 * Math.max(0, z - Math.abs(x) * 0.25 - y * 0.12))
  capsule(image, [cx + shift * 1.05, cy - 6], [cx + shift * 1.3, cy + 40], 10, 18, nose)
  for (const side of [-1, 1]) ellipse(image, cx + shift * 1.25 + side * 11, cy + 50, 7, 4, grey(48), 0.8, 0.6)
  ellipse(image, cx + shift, cy + 82, 36 - Math.abs(look) * 6, 7, grey(84), 0.85, 0.5)
  rectangle(image, cx + shift - 32, cy + 80, 64, 3, grey(46), 0.9)
  ellipse(image, cx + shift, cy + 94, 26, 7, grey(164), 0.35, 0.9)
  paintCap(image, cx, cy, rx, ry, shift)
}

function paintEye(image: Picture, x: number, y: number, side: number, look: number, blink: boolean): void {
  polygon(
    image,
    [
      { x: x - 25, y: y - 25 + (side > 0 ? 2 : 6) },
      { x: x, y: y - 33 },
      { x: x + 25, y: y - 25 + (side > 0 ? 6 : 2) },
      { x: x, y: y - 25 },
    ],
    grey(38),
    0.9,
  )
  if (blink) {
    ellipse(image, x, y + 2, 20, 4, grey(62), 0.9, 0.4)
    return
  }
  ellipse(image, x, y, 21, 10, grey(196), 1, 0.3)
  ellipse(image, x + look * 8, y, 10, 10, grey(58), 1, 0.2)
  ellipse(image, x + look * 8, y, 4.6, 4.6, grey(244), 1, 0.4)
  ellipse(image, x, y - 9, 22, 4, grey(44), 0.8, 0.5)
}

function paintCap(image: Picture, cx: number, cy: number, rx: number, ry: number, shift: number): void {
  const cloth: Shade = (x, y, z, u) =>
    grey(30 + 66 * Math.max(0, z * 0.8 - y * 0.2) - (Math.abs(u - shift / 200) < 0.012 ? 14 : 0) + 4 * x)
  for (let y = Math.floor(cy - ry * 1.16); y < cy - ry * 0.36; y++) {
    for (let x = Math.floor(cx - rx * 1.12); x <= cx + rx * 1.12; x++) {
      const u = (x - cx) / (rx * 1.08)
      const v = (y - (cy - ry * 0.3)) / (ry * 0.84)
      const inside = 1 - u * u - v * v
      if (inside > 0) put(image, x, y, cloth(u, v, Math.sqrt(inside), u, v))
    }
  }
  ellipsoid(image, cx + shift * 0.9, cy - ry * 0.42, rx * 1.02, 25, 0, (_x, y, z) =>
    grey(20 + 46 * z * (y < 0 ? 1 : 0.5)),
  )
  ellipse(image, cx + shift * 1.1, cy - ry * 0.74, 25, 19, grey(150), 0.75, 0.2)
}

/** The rim turns a little with the road; the hands go with it. */
function paintWheel(image: Picture, turn: number): void {
  const { width, height } = image
  const angle = 0.16 * Math.sin(turn * 4 * Math.PI) + 0.07 * Math.sin(turn * 10 * Math.PI)
  const cx = width * 0.47
  const cy = height * 1.3
  const radius = height * 0.46
  const at = (rad: number): [number, number] => [cx + Math.cos(rad) * radius * 1.12, cy + Math.sin(rad) * radius]
  const rim: Shade = (x, y, z) => grey(16 + 62 * Math.max(0, z * 0.7 - y * 0.5 - x * 0.1))
  for (let step = 0; step < 34; step++) {
    const from = -Math.PI + (step / 34) * Math.PI
    capsule(image, at(from), at(from + Math.PI / 34 + 0.01), 19, 19, rim)
  }
  capsule(image, [cx, cy - radius * 0.2], at(-Math.PI / 2 + angle), 34, 24, rim)
  for (const side of [-1, 1]) {
    const hand = at(-Math.PI / 2 + angle + side * 0.62)
    const sleeve: Shade = (x, y, z) => grey(76 + 84 * Math.max(0, z * 0.85 - y * 0.2 - x * 0.1))
    capsule(image, [hand[0] + side * 130, height * 1.06], [hand[0] + side * 24, hand[1] + 34], 52, 38, sleeve)
    const skin: Shade = (x, y, z) => grey(96 + 104 * Math.max(0, z * 0.9 - y * 0.15 - x * 0.08))
    ellipsoid(image, hand[0] + side * 6, hand[1] + 8, 44, 32, side * 0.5, skin)
    for (let finger = 0; finger < 4; finger++) {
      const x = hand[0] - side * (finger * 16 - 22)
      capsule(image, [x, hand[1] - 10 + finger * 2 * side * angle], [x - side * 5, hand[1] + 26], 9, 8, skin)
    }
  }
}

/** Light and the shadows of poles and trees that cross the cabin, the dim rim of the lens, and the grain of the sensor. */
function sweep(image: Picture, turn: number): void {
  const { width, height, rgb } = image
  const frame = Math.round(turn * 300)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / width
      const v = y / height
      const band = noise(5.5, (u * 0.9 - v * 0.35) * 4 + turn * 36, 36)
      const rim = 1 - 0.5 * ((u - 0.5) ** 2 + (v - 0.5) ** 2) * 1.7
      const grain =
        ((Math.imul(((x >> 1) * 73856093) ^ ((y >> 1) * 19349663) ^ (frame * 83492791), 2654435761) >>> 24) / 255 -
          0.5) *
        6
      const gain = (1.02 + 0.42 * band * (0.45 + 0.55 * u)) * rim
      const at = (y * width + x) * 3
      for (let c = 0; c < 3; c++) rgb[at + c] = rgb[at + c]! * gain + grain
    }
  }
}
