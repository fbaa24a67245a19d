import { random } from './noise.ts'
import { type Colour, ellipse, mix, type Picture, polygon, put, rectangle, scale } from './picture.ts'

/** How one of the two street views looks. */
export interface Look {
  readonly cameraM: number
  readonly horizon: number
  readonly focal: number
  /** 1 looks ahead, -1 looks back: the street then runs away from the viewer. */
  readonly direction: 1 | -1
  readonly skyTop: Colour
  readonly skyLow: Colour
  readonly haze: Colour
  readonly light: number
  readonly seed: number
}

export interface Thing {
  readonly kind: 'tree' | 'lamp' | 'building' | 'car' | 'sign'
  readonly xM: number
  readonly zM: number
  readonly size: number
  readonly colour: Colour
  readonly seed: number
  /** Length along the street of a building; which end of a car is seen. */
  readonly lengthM: number
  readonly rear: boolean
}

export function paint(image: Picture, look: Look, thing: Thing): void {
  const focal = image.width * look.focal
  const zM = Math.max(thing.zM, 1.2)
  const fade = Math.exp(-Math.max(0, thing.zM) / 240)
  const tone = (colour: Colour): Colour => mix(look.haze, scale(colour, look.light), fade)
  const px = focal / zM
  const x = image.width / 2 + thing.xM * px
  const ground = image.height * look.horizon + look.cameraM * px
  switch (thing.kind) {
    case 'tree':
      paintTree(image, x, ground, px, thing, tone)
      return
    case 'lamp':
      paintLamp(image, x, ground, px, thing, tone)
      return
    case 'sign':
      paintSign(image, x, ground, px, thing, tone)
      return
    case 'car':
      paintCar(image, x, ground, px, thing, tone)
      return
    case 'building':
      paintBuilding(image, look, thing)
      return
  }
}

type Tone = (colour: Colour) => Colour

function paintTree(image: Picture, x: number, ground: number, px: number, tree: Thing, tone: Tone): void {
  if (tree.zM < 1.6) return
  const next = random(tree.seed)
  ellipse(image, x, ground, px * 1.6, px * 0.28, [20, 24, 20], 0.3, 0.6)
  const trunk = tree.size * 0.42
  rectangle(image, x - px * 0.13, ground - trunk * px, px * 0.26, trunk * px, tone([84, 68, 54]))
  for (let blob = 0; blob < 64; blob++) {
    const level = blob / 64
    const turn = next() * 2 * Math.PI
    const spread = Math.sqrt(next()) * tree.size * 0.32
    const bx = x + Math.cos(turn) * spread * px
    const by = ground - (tree.size * 0.62 + Math.sin(turn) * spread * 0.9) * px
    const radius = tree.size * (0.05 + next() * 0.07) * px
    const bright = 0.62 + level * 0.5 + (next() - 0.5) * 0.34
    ellipse(
      image,
      bx,
      by,
      radius,
      radius * 0.86,
      (u, v) => tone(scale(tree.colour, bright * (1 - v * 0.28 - u * 0.14))),
      0.95,
      0.25,
    )
  }
}

function paintLamp(image: Picture, x: number, ground: number, px: number, lamp: Thing, tone: Tone): void {
  if (lamp.zM < 1.4) return
  const top = ground - lamp.size * px
  const inward = lamp.xM > 0 ? -1 : 1
  rectangle(image, x - px * 0.06, top, Math.max(1, px * 0.12), lamp.size * px, tone(lamp.colour))
  rectangle(image, inward < 0 ? x - px * 1.7 : x, top, px * 1.7, Math.max(1, px * 0.09), tone(lamp.colour))
  rectangle(image, x + inward * px * 1.7 - px * 0.3, top, px * 0.6, Math.max(1, px * 0.14), tone([210, 212, 206]))
}

function paintSign(image: Picture, x: number, ground: number, px: number, sign: Thing, tone: Tone): void {
  if (sign.zM < 1.4) return
  rectangle(image, x - px * 0.05, ground - sign.size * px, Math.max(1, px * 0.1), sign.size * px, tone([150, 152, 154]))
  rectangle(image, x - px * 0.75, ground - sign.size * px - px * 0.9, px * 1.5, px * 0.95, tone([230, 232, 232]))
  rectangle(image, x - px * 0.7, ground - sign.size * px - px * 0.85, px * 1.4, px * 0.85, tone(sign.colour))
  for (const line of [0.6, 0.32])
    rectangle(
      image,
      x - px * 0.5,
      ground - (sign.size + line) * px,
      px * (0.6 + line * 0.5),
      px * 0.1,
      tone([240, 242, 242]),
    )
}

function paintCar(image: Picture, x: number, ground: number, px: number, car: Thing, tone: Tone): void {
  if (car.zM < 3.4) return
  const s = px * car.size
  const at = (points: readonly (readonly [number, number])[]): { x: number; y: number }[] =>
    points.map(([u, v]) => ({ x: x + u * s, y: ground - v * s }))
  const body = (by: number): Colour => tone(scale(car.colour, by))
  ellipse(image, x, ground + s * 0.02, s * 1.15, s * 0.16, [12, 14, 16], 0.6, 0.5)
  for (const side of [-0.72, 0.72])
    rectangle(image, x + (side - 0.13) * s, ground - 0.36 * s, 0.26 * s, 0.38 * s, tone([24, 24, 26]))
  polygon(
    image,
    at([
      [-0.9, 0.28],
      [0.9, 0.28],
      [0.92, 0.62],
      [0.86, 0.92],
      [-0.86, 0.92],
      [-0.92, 0.62],
    ]),
    body(0.86),
  )
  polygon(
    image,
    at([
      [-0.86, 0.92],
      [0.86, 0.92],
      [0.8, 1.0],
      [0.62, 1.44],
      [-0.62, 1.44],
      [-0.8, 1.0],
    ]),
    body(1.02),
  )
  polygon(
    image,
    at([
      [-0.72, 0.97],
      [0.72, 0.97],
      [0.56, 1.38],
      [-0.56, 1.38],
    ]),
    tone([44, 56, 66]),
  )
  polygon(
    image,
    at([
      [-0.6, 1.2],
      [0.1, 1.38],
      [-0.2, 1.38],
      [-0.56, 1.32],
    ]),
    tone([112, 132, 146]),
    0.6,
  )
  polygon(
    image,
    at([
      [-0.84, 0.84],
      [0.84, 0.84],
      [0.84, 0.88],
      [-0.84, 0.88],
    ]),
    body(1.2),
    0.7,
  )
  polygon(
    image,
    at([
      [-0.9, 0.28],
      [0.9, 0.28],
      [0.88, 0.42],
      [-0.88, 0.42],
    ]),
    tone([46, 48, 52]),
  )
  const lamp: Colour = car.rear ? [206, 30, 28] : [250, 248, 226]
  for (const side of [-1, 1])
    polygon(
      image,
      at([
        [side * 0.88, 0.6],
        [side * 0.56, 0.64],
        [side * 0.58, 0.8],
        [side * 0.88, 0.82],
      ]),
      tone(lamp),
    )
  polygon(
    image,
    at([
      [-0.26, 0.48],
      [0.26, 0.48],
      [0.26, 0.62],
      [-0.26, 0.62],
    ]),
    tone([236, 238, 236]),
  )
  if (!car.rear)
    polygon(
      image,
      at([
        [-0.46, 0.66],
        [0.46, 0.66],
        [0.42, 0.8],
        [-0.42, 0.8],
      ]),
      tone([30, 32, 34]),
    )
}

/** The wall along the street column by column, and the gable that looks at us. */
function paintBuilding(image: Picture, look: Look, house: Thing): void {
  const focal = image.width * look.focal
  const centre = image.width / 2
  const horizon = image.height * look.horizon
  const nearM = Math.max(2.2, house.zM)
  const farM = house.zM + house.lengthM
  if (farM <= nearM) return
  const side = house.xM > 0 ? 1 : -1
  if (house.zM > 2.2) {
    const x0 = centre + (house.xM * focal) / nearM
    const x1 = centre + ((house.xM + side * 14) * focal) / nearM
    const top = horizon - ((house.size - look.cameraM) * focal) / nearM
    const bottom = horizon + (look.cameraM * focal) / nearM
    rectangle(
      image,
      Math.min(x0, x1),
      top,
      Math.abs(x1 - x0),
      bottom - top,
      mix(look.haze, scale(house.colour, 0.62 * look.light), Math.exp(-nearM / 240)),
    )
  }
  const xa = centre + (house.xM * focal) / farM
  const xb = centre + (house.xM * focal) / nearM
  for (
    let x = Math.max(0, Math.ceil(Math.min(xa, xb)));
    x <= Math.min(image.width - 1, Math.floor(Math.max(xa, xb)));
    x++
  ) {
    const zM = (house.xM * focal) / (x - centre)
    if (!(zM > 0)) continue
    const px = focal / zM
    const top = Math.max(0, Math.ceil(horizon - (house.size - look.cameraM) * px))
    const bottom = Math.min(image.height - 1, Math.floor(horizon + look.cameraM * px))
    const fade = Math.exp(-zM / 240)
    for (let y = top; y <= bottom; y++) {
      const heightM = look.cameraM - (y - horizon) / px
      put(image, x, y, mix(look.haze, scale(wall(house, zM - house.zM, heightM), look.light), fade))
    }
  }
}

function wall(house: Thing, alongM: number, heightM: number): Colour {
  const lit = house.xM > 0 ? 0.84 : 1.04
  if (heightM > house.size - 0.35) return scale(house.colour, lit * 0.72)
  if (heightM < 3.1) {
    const shop = Math.floor(alongM / 5)
    const inShop = alongM % 5
    if (heightM > 2.5) return scale(SHOPS[(shop + house.seed) % SHOPS.length]!, lit)
    if (inShop > 0.4 && inShop < 4.6 && heightM > 0.4)
      return scale([58, 66, 72], lit + 0.3 * Math.sin(inShop * 1.7 + shop))
    return scale(house.colour, lit * 0.86)
  }
  const floor = (heightM - 3.1) % 3.1
  const bay = alongM % 2.9
  if (floor > 0.85 && floor < 2.4 && bay > 0.6 && bay < 2.1) {
    const glass = ((Math.floor(alongM / 2.9) * 7 + Math.floor(heightM / 3.1) * 13 + house.seed) % 5) / 5
    return floor < 0.95 || Math.abs(bay - 1.35) < 0.05
      ? scale(house.colour, lit * 1.15)
      : [66 + glass * 44, 80 + glass * 48, 94 + glass * 50]
  }
  return scale(house.colour, floor < 0.12 ? lit * 0.8 : lit)
}

const SHOPS: readonly Colour[] = [
  [186, 52, 44],
  [44, 104, 158],
  [214, 160, 48],
  [62, 122, 82],
  [222, 222, 216],
]
