import { cloud, noise, random } from './noise.ts'
import { type Colour, mix, type Picture, picture, polygon, put, scale } from './picture.ts'
import { type Look, paint, type Thing } from './road-things.ts'

/** Metres that the street repeats after: what the vehicle drives in one turn of the clip. */
const LOOP_M = 280
const KERB_RIGHT_M = 2.5
const KERB_LEFT_M = -13.2
const FAR_M = 420

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

/** Colour of the street at a place; `pixelM` and `zM` are how much of it one pixel covers. */
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
