import { cloud, noise, random } from './noise.ts'
import { type Colour, ellipse, mix, type Picture, picture, polygon, put, rectangle, scale } from './picture.ts'

/** Metres that the street repeats after: what the vehicle drives in one turn of the clip. */
const LOOP_M = 280
const KERB_RIGHT_M = 2.5
const KERB_LEFT_M = -13.2
const FAR_M = 420

/** How one of the two street views looks. */
interface Look {
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

interface Thing {
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

const CARS: readonly Colour[] = [
  [188, 34, 38],
  [226, 228, 230],
  [46, 60, 92],
  [118, 122, 128],
  [30, 32, 36],
  [236, 190, 40],
  [92, 128, 150],
]
const WALLS: readonly Colour[] = [
  [196, 182, 160],
  [170, 150, 132],
  [206, 204, 198],
  [150, 160, 168],
  [184, 140, 116],
  [126, 132, 138],
]

/** A street view: one function that draws the frame at `turn` (0 to 1 of the loop). */
export function street(width: number, height: number, ahead: boolean): (turn: number) => Picture {
  const look: Look = ahead
    ? {
        cameraM: 1.9,
        horizon: 0.43,
        focal: 0.62,
        direction: 1,
        skyTop: [92, 148, 214],
        skyLow: [214, 228, 238],
        haze: [200, 214, 226],
        light: 1,
        seed: 11,
      }
    : {
        cameraM: 2.7,
        horizon: 0.34,
        focal: 0.5,
        direction: -1,
        skyTop: [126, 150, 190],
        skyLow: [240, 222, 196],
        haze: [226, 212, 196],
        light: 0.93,
        seed: 23,
      }
  const sky = paintSky(width, height, look)
  const still = plant(look)
  return (turn) => {
    const image = picture(width, height)
    image.rgb.set(sky.rgb)
    const drivenM = turn * LOOP_M * look.direction
    paintGround(image, look, drivenM)
    const seen: Thing[] = []
    for (const thing of still) {
      const base = (((thing.zM - drivenM) % LOOP_M) + LOOP_M) % LOOP_M
      for (let zM = base - LOOP_M; zM < FAR_M; zM += LOOP_M) if (zM + thing.lengthM > 2) seen.push({ ...thing, zM })
    }
    seen.push(...traffic(turn, look))
    seen.sort((a, b) => b.zM + b.lengthM - (a.zM + a.lengthM))
    for (const thing of seen) paint(image, look, thing)
    if (ahead) paintDash(image, turn)
    else paintBumper(image)
    return image
  }
}

function paintSky(width: number, height: number, look: Look): Picture {
  const image = picture(width, height)
  const horizon = height * look.horizon
  for (let y = 0; y < height; y++) {
    const share = Math.min(1, y / horizon)
    for (let x = 0; x < width; x++) {
      let colour = mix(look.skyTop, look.skyLow, share ** 1.4)
      const depth = 1 / (1.08 - share)
      const white = cloud((x / width - 0.5) * depth * 2.4 + look.seed, depth * 1.5, 5)
      colour = mix(colour, [250, 249, 246], Math.max(0, white - 0.5) * 2.6 * (1 - share * 0.5))
      const hill = horizon - height * (0.035 + 0.075 * cloud((x / width) * 3.1 + look.seed * 3, 0.5, 4))
      const nearHill = horizon - height * (0.012 + 0.05 * cloud((x / width) * 6.3 + look.seed, 4.5, 4))
      if (y > hill) colour = mix(look.haze, [92, 116, 138], 0.45)
      if (y > nearHill) colour = mix(look.haze, [84, 108, 92], 0.62)
      put(image, x, y, scale(colour, look.light))
    }
  }
  return image
}

function paintGround(image: Picture, look: Look, drivenM: number): void {
  const { width, height } = image
  const focal = width * look.focal
  const horizon = height * look.horizon
  const centre = width / 2
  for (let y = Math.ceil(horizon + 1); y < height; y++) {
    const zM = (look.cameraM * focal) / (y - horizon)
    const along = zM + drivenM
    const pixelM = zM / focal
    const fade = Math.exp(-zM / 260)
    const grain = Math.exp(-zM / 22)
    for (let x = 0; x < width; x++) {
      const acrossM = (x - centre) * pixelM
      put(image, x, y, mix(look.haze, scale(surface(acrossM, along, pixelM, zM, grain), look.light), fade))
    }
  }
}

/** Colour of the street at a place; `pixelM` and `zM` tell how much of it one pixel covers. */
function surface(acrossM: number, alongM: number, pixelM: number, zM: number, grain: number): Colour {
  const along = ((alongM % LOOP_M) + LOOP_M) % LOOP_M
  if (acrossM > KERB_RIGHT_M + 0.3 || acrossM < KERB_LEFT_M - 0.3) return roadside(acrossM, along, grain)
  if (acrossM > KERB_RIGHT_M || acrossM < KERB_LEFT_M) {
    const joint = Math.abs((along % 1) - 0.5) > 0.46 ? 0.86 : 1
    return scale([172, 170, 164], 1 + (joint - 1) * grain)
  }
  const speck = noise(acrossM * 14, along * 14, LOOP_M * 14)
  const patch = noise(acrossM * 0.7, along * 0.1, LOOP_M * 0.1)
  const wear = Math.exp(-(((Math.abs(((acrossM + 14) % 3.5) - 1.75) - 0.85) / 0.3) ** 2)) * 7
  const base = 86 + (speck - 0.5) * 15 * grain + (patch - 0.5) * 16 - wear
  const asphalt: Colour = [base, base + 1, base + 4]
  const paint = (at: number, half: number): number =>
    Math.max(0, Math.min(1, (half + pixelM / 2 - Math.abs(acrossM - at)) / Math.max(pixelM, 0.02)))
  const worn = 0.85 - 0.25 * noise(acrossM * 9, along * 3, LOOP_M * 3) * grain
  const rowM = (zM * zM) / 1000
  const dash = along % 10
  const dashed = Math.max(0, Math.min(1, Math.min(dash, 4 - dash) / Math.max(rowM, 0.03) + 0.5))
  const white = Math.max(paint(-1.75, 0.08) * dashed, paint(-8.9, 0.08) * dashed, paint(1.95, 0.08), paint(-12.6, 0.08))
  const yellow = Math.max(paint(-5.2, 0.07), paint(-5.5, 0.07))
  return mix(mix(asphalt, [232, 232, 228], white * worn), [224, 178, 52], yellow * worn)
}

function roadside(acrossM: number, along: number, grain: number): Colour {
  const beyond = acrossM > 0 ? acrossM - KERB_RIGHT_M : KERB_LEFT_M - acrossM
  if (beyond < 3) {
    const tile = (Math.floor(along * 1.25) + Math.floor(beyond * 1.25)) % 2 ? 6 : -6
    const dirt = (noise(acrossM * 5, along * 5, LOOP_M * 5) - 0.5) * 20
    const grey = 158 + (tile + dirt) * grain
    return [grey + 6, grey, grey - 8]
  }
  const blade = noise(acrossM * 3, along * 3, LOOP_M * 3) * grain + cloud(acrossM * 0.3, along * 0.1, 2) * 0.6
  return [74 + blade * 34, 104 + blade * 42, 52 + blade * 20]
}

/** Trees, lamps, houses and parked cars along the street, the same for every frame. */
function plant(look: Look): Thing[] {
  const next = random(look.seed)
  const things: Thing[] = []
  const add = (kind: Thing['kind'], xM: number, zM: number, size: number, colour: Colour, lengthM = 0): void => {
    things.push({ kind, xM, zM, size, colour, seed: Math.floor(next() * 1e6), lengthM, rear: true })
  }
  for (let zM = 0; zM < LOOP_M; zM += 14) {
    if (next() < 0.8) add('tree', 4.6 + next() * 0.5, zM + next() * 3, 5 + next() * 2.6, [58, 96, 44])
    if (next() < 0.85) add('tree', -15.4 - next() * 0.7, zM + next() * 5, 5.4 + next() * 3, [66, 100, 48])
  }
  for (let zM = 6; zM < LOOP_M; zM += 35) {
    add('lamp', 3.2, zM, 8.5, [120, 124, 128])
    add('lamp', -13.9, zM + 17, 8.5, [120, 124, 128])
  }
  for (let zM = 0; zM < LOOP_M - 12; ) {
    const lengthM = 12 + next() * 16
    add(
      'building',
      9 + next() * 2,
      zM,
      6 + next() * 14,
      WALLS[Math.floor(next() * WALLS.length)]!,
      Math.min(lengthM, LOOP_M - zM - 2),
    )
    zM += lengthM + 3 + next() * 9
  }
  for (let zM = 4; zM < LOOP_M - 12; ) {
    const lengthM = 14 + next() * 20
    add(
      'building',
      -20 - next() * 3,
      zM,
      6 + next() * 18,
      WALLS[Math.floor(next() * WALLS.length)]!,
      Math.min(lengthM, LOOP_M - zM - 2),
    )
    zM += lengthM + 2 + next() * 12
  }
  add('sign', 3.4, 62, 3, [38, 92, 60])
  add('sign', 3.4, 205, 3, [40, 80, 150])
  return things
}

/** Moving cars. Each travels a whole number of loops relative to us in one turn, so that the clip closes. */
function traffic(turn: number, look: Look): Thing[] {
  const wave = (phase: number): number => Math.sin((turn + phase) * 2 * Math.PI)
  const car = (xM: number, zM: number, colour: number, rear: boolean, size = 1): Thing => ({
    kind: 'car',
    xM,
    zM,
    size,
    colour: CARS[colour]!,
    seed: colour,
    lengthM: 4.4,
    rear,
  })
  const wrap = (zM: number): number => (((zM % LOOP_M) + LOOP_M) % LOOP_M) + 3
  const meets = (offset: number, loops: number): number => wrap(offset - turn * loops * LOOP_M * look.direction)
  const front = look.direction === 1
  return [
    car(front ? -0.1 : 0.2, 26 + 7 * wave(0.1), front ? 1 : 6, front, front ? 1.02 : 1.05),
    car(front ? -3.5 : 3.3, 48 + 14 * wave(0.55), front ? 0 : 3, front),
    car(-7.1, meets(30, 2), 2, !front),
    car(-10.6, meets(120, 2), 5, !front),
    car(-7.1, meets(190, 2), 3, !front, 1.1),
    car(-10.7, meets(250, 2), 4, !front),
  ]
}

function paint(image: Picture, look: Look, thing: Thing): void {
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

function paintDash(image: Picture, turn: number): void {
  const { width, height } = image
  const shake = Math.sin(turn * 2 * Math.PI * 37) * 0.8
  for (let x = 0; x < width; x++) {
    const u = x / width - 0.5
    const top = height * (0.9 + 0.09 * u * u * 4 - 0.012 * Math.exp(-((u + 0.22) ** 2) * 60)) + shake
    for (let y = Math.max(0, Math.floor(top)); y < height; y++) {
      const depth = (y - top) / (height * 0.1)
      const shine = 26 * Math.exp(-depth * 5) + 8 * noise(x * 0.9, y * 0.9)
      put(image, x, y, [26 + shine, 27 + shine, 30 + shine])
    }
  }
  const wiperX = width * 0.31
  polygon(
    image,
    [
      { x: wiperX, y: height * 0.915 },
      { x: width * 0.66, y: height * 0.888 },
      { x: width * 0.66, y: height * 0.894 },
      { x: wiperX, y: height * 0.93 },
    ],
    [16, 16, 18],
  )
}

function paintBumper(image: Picture): void {
  const { width, height } = image
  for (let x = 0; x < width; x++) {
    const u = x / width - 0.5
    const top = height * (0.94 + 0.16 * u * u)
    for (let y = Math.max(0, Math.floor(top)); y < height; y++) {
      const depth = (y - top) / (height * 0.06)
      const tone = depth < 0.12 ? 30 : 196 - depth * 60
      put(image, x, y, [tone, tone * 0.97, tone * 0.9])
    }
  }
}
