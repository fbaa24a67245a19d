import { cloud, noise } from './noise.ts'
import { type Colour, ellipse, mix, type Picture, picture, scale } from './picture.ts'
import { capsule, ellipsoid } from './solid.ts'

type Vector = readonly [number, number, number]

/** The inside of a bus, metres: x to the right, y up from the floor, z ahead. */
const ROOM = { left: 0, right: 2.4, top: 2.25, back: -1.5, front: 5.6 }
const DOOR = { from: 2.75, to: 3.95, top: 2.0 }
const CAMERA: Vector = [0.62, 2.06, -0.55]
const AIM: Vector = [1.5, 0.95, 3.1]
const SEAT: Colour = [36, 78, 134]
const RAIL: Colour = [236, 176, 34]
/** Metres of scenery that slide by in one loop: whole periods of its noise. */
const DRIVEN_M = 160

interface Block {
  readonly min: Vector
  readonly max: Vector
  readonly colour: Colour
}

const BLOCKS: readonly Block[] = [
  ...[0.5, 1.55].flatMap((z) => seat(1.42, 2.34, z)),
  ...[0.6, 1.6, 2.6].flatMap((z) => seat(0.06, 0.98, z)),
  { min: [0.05, 0, 4.1], max: [1.15, 1.05, 4.2], colour: [72, 76, 82] },
  { min: [0.05, 1.05, 4.12], max: [1.15, 1.1, 4.2], colour: [44, 46, 50] },
  { min: [0.2, 0.4, 4.3], max: [0.9, 1.62, 4.5], colour: [34, 36, 42] },
  { min: [0, 0.2, 5.1], max: [2.4, 0.86, 5.6], colour: [48, 50, 54] },
  { min: [1.35, 0, 2.55], max: [2.4, 0.85, 2.6], colour: [92, 96, 100] },
  { min: [1.2, 0.55, 4.15], max: [1.5, 1.2, 4.4], colour: [210, 214, 216] },
  { min: [1.24, 0.95, 4.13], max: [1.46, 1.14, 4.15], colour: [28, 60, 84] },
]
const POLES: readonly { x: number; z: number; top: number }[] = [
  { x: 1.36, z: 2.58, top: 2.25 },
  { x: 1.5, z: 4.1, top: 2.25 },
  { x: 1.0, z: 1.62, top: 2.25 },
]

function seat(left: number, right: number, z: number): Block[] {
  return [
    { min: [left, 0.12, z], max: [right, 0.46, z + 0.46], colour: SEAT },
    { min: [left, 0.42, z - 0.1], max: [left + (right - left) * 0.47, 1.12, z], colour: SEAT },
    { min: [left + (right - left) * 0.53, 0.42, z - 0.1], max: [right, 1.12, z], colour: SEAT },
    { min: [left + 0.06, 1.12, z - 0.08], max: [left + (right - left) * 0.47 - 0.06, 1.18, z - 0.02], colour: RAIL },
    { min: [left + (right - left) * 0.53 + 0.06, 1.12, z - 0.08], max: [right - 0.06, 1.18, z - 0.02], colour: RAIL },
  ]
}

/** What one pixel sees; the room stands still, so it is found once. */
interface Seen {
  readonly colour: Colour
  readonly at: Vector
  /** Through glass: where the ray goes on. */
  readonly through: Vector | null
}

/** The front door from inside, over the seats: scenery slides past the glass, light crosses the floor, people sway. */
export function cabinDoor(width: number, height: number): (turn: number) => Picture {
  const forward = unit([AIM[0] - CAMERA[0], AIM[1] - CAMERA[1], AIM[2] - CAMERA[2]])
  const right = unit([forward[2], 0, -forward[0]])
  const up: Vector = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ]
  const focal = width * 0.56
  const seen: Seen[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const a = (x - width / 2) / focal
      const b = -(y - height / 2) / focal
      seen.push(trace(unit([0, 1, 2].map((i) => forward[i]! + right[i]! * a + up[i]! * b) as unknown as Vector)))
    }
  }
  const project = (at: Vector): { x: number; y: number; size: number } => {
    const d: Vector = [at[0] - CAMERA[0], at[1] - CAMERA[1], at[2] - CAMERA[2]]
    const depth = dot(d, forward)
    return {
      x: width / 2 + (dot(d, right) / depth) * focal,
      y: height / 2 - (dot(d, up) / depth) * focal,
      size: focal / depth,
    }
  }
  return (turn) => {
    const image = picture(width, height)
    for (let i = 0; i < seen.length; i++) {
      const one = seen[i]!
      const colour = one.through ? outside(one, turn) : lit(one, turn)
      image.rgb[i * 3] = colour[0]
      image.rgb[i * 3 + 1] = colour[1]
      image.rgb[i * 3 + 2] = colour[2]
    }
    straps(image, project, turn)
    passengers(image, project, turn)
    return image
  }
}

function unit(v: Vector): Vector {
  const length = Math.hypot(v[0], v[1], v[2])
  return [v[0] / length, v[1] / length, v[2] / length]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function trace(ray: Vector): Seen {
  let nearest = Infinity
  let hit: { colour: Colour; shade: number } | null = null
  for (const block of BLOCKS) {
    const found = enter(block, ray)
    if (found && found.distance < nearest) {
      nearest = found.distance
      hit = { colour: block.colour, shade: found.shade }
    }
  }
  for (const pole of POLES) {
    const found = enterPole(pole, ray)
    if (found && found.distance < nearest) {
      nearest = found.distance
      hit = { colour: RAIL, shade: found.shade }
    }
  }
  const wall = leaveRoom(ray)
  if (!hit || wall.distance < nearest) return room(ray, wall)
  const at = along(ray, nearest)
  const weave = 0.92 + 0.16 * cloud(at[0] * 40 + at[2] * 17, at[1] * 40, 2)
  return { colour: scale(hit.colour, hit.shade * weave * (0.62 + 0.38 * Math.min(1, at[1]))), at, through: null }
}

function along(ray: Vector, distance: number): Vector {
  return [CAMERA[0] + ray[0] * distance, CAMERA[1] + ray[1] * distance, CAMERA[2] + ray[2] * distance]
}

function enter(block: Block, ray: Vector): { distance: number; shade: number } | null {
  let from = 0.05
  let to = Infinity
  let axis = 1
  for (let i = 0; i < 3; i++) {
    const a = (block.min[i]! - CAMERA[i]!) / ray[i]!
    const b = (block.max[i]! - CAMERA[i]!) / ray[i]!
    const near = Math.min(a, b)
    if (near > from) {
      from = near
      axis = i
    }
    to = Math.min(to, Math.max(a, b))
  }
  if (from > to || from === 0.05) return null
  return { distance: from, shade: axis === 1 ? 1.12 : axis === 0 ? 0.82 : 0.68 }
}

function enterPole(
  pole: { x: number; z: number; top: number },
  ray: Vector,
): { distance: number; shade: number } | null {
  const flat = Math.hypot(ray[0], ray[2])
  const distance = ((pole.x - CAMERA[0]) * ray[0] + (pole.z - CAMERA[2]) * ray[2]) / (flat * flat)
  const aside = ((pole.x - CAMERA[0]) * ray[2] - (pole.z - CAMERA[2]) * ray[0]) / flat
  if (distance <= 0 || Math.abs(aside) > 0.022 || CAMERA[1] + ray[1] * distance > pole.top) return null
  return { distance, shade: 0.6 + 0.6 * Math.sqrt(1 - (aside / 0.022) ** 2) - aside * 8 }
}

function leaveRoom(ray: Vector): { distance: number; side: 'left' | 'right' | 'floor' | 'top' | 'front' } {
  const x = ray[0] > 0 ? ROOM.right : ROOM.left
  const toX = (x - CAMERA[0]) / ray[0]
  const toY = ((ray[1] > 0 ? ROOM.top : 0) - CAMERA[1]) / ray[1]
  const toZ = (ROOM.front - CAMERA[2]) / ray[2]
  const distance = Math.min(toX, toY, toZ > 0 ? toZ : Infinity)
  if (distance === toX) return { distance, side: ray[0] > 0 ? 'right' : 'left' }
  if (distance === toY) return { distance, side: ray[1] > 0 ? 'top' : 'floor' }
  return { distance, side: 'front' }
}

function room(ray: Vector, wall: ReturnType<typeof leaveRoom>): Seen {
  const at = along(ray, wall.distance)
  const [x, y, z] = at
  const solid = (colour: Colour, by = 1): Seen => ({
    colour: scale(colour, by * (0.94 + 0.12 * cloud(x * 9 + z * 7, y * 9 + z * 5, 3))),
    at,
    through: null,
  })
  const glass: Seen = { colour: [0, 0, 0], at, through: ray }
  if (wall.side === 'floor') {
    const step = z > DOOR.from && z < DOOR.to && x > 1.75
    if (Math.abs(x - 1.75) < 0.035 && z > DOOR.from - 0.1 && z < DOOR.to + 0.1) return solid([226, 184, 40])
    if (step) return solid([66, 68, 72], 0.85 + (Math.floor(x * 24) % 2) * 0.14)
    return solid([112, 114, 118], 0.86 + 0.2 * noise(x * 60, z * 60))
  }
  if (wall.side === 'top') {
    const lamp = Math.abs(x - 1.2) < 0.1 && Math.abs(((z + 9) % 1.6) - 0.8) < 0.62
    if (lamp) return solid([252, 252, 244])
    return solid([206, 208, 206], 0.84 - Math.abs(x - 1.2) * 0.12)
  }
  if (wall.side === 'front') return y > 0.95 && y < 2.0 && Math.abs(x - 1.2) > 0.03 ? glass : solid([58, 60, 66])
  if (wall.side === 'right' && z > DOOR.from && z < DOOR.to) return doorLeaf(y, z, solid, glass)
  const pillar = Math.abs(((z + 8.05) % 1.3) - 0.65) > 0.58
  if (y > 0.88 && y < 1.86 && !pillar) return glass
  if (y >= 1.86) return solid([190, 194, 194], wall.side === 'right' ? 0.78 : 0.7)
  if (y > 0.8 && y < 0.88) return solid([66, 70, 76])
  return solid([178, 182, 184], (wall.side === 'right' ? 0.72 : 0.64) - (y < 0.2 ? 0.2 : 0))
}

function doorLeaf(y: number, z: number, solid: (colour: Colour, by?: number) => Seen, glass: Seen): Seen {
  if (y > DOOR.top) return solid([52, 56, 60])
  const middle = (DOOR.from + DOOR.to) / 2
  const half = (DOOR.to - DOOR.from) / 2
  const inLeaf = Math.abs(Math.abs(z - middle) - half / 2)
  if (inLeaf > half / 2 - 0.06 || y > DOOR.top - 0.08 || y < 0.12 || Math.abs(y - 0.82) < 0.03)
    return solid([40, 44, 48])
  if (Math.abs(z - middle) > 0.1 && Math.abs(z - middle) < 0.13 && y > 0.7 && y < 1.5) return solid(RAIL)
  return glass
}

/** Street scenery behind the glass: a pavement, shop fronts, trees, sky; blurred as a side view of a moving bus is. */
function outside(one: Seen, turn: number): Colour {
  const ray = one.through!
  const away = one.at[0] > 2.3 ? 5 : one.at[0] < 0.1 ? 9 : 0
  const tint: Colour = [0.86, 0.93, 0.92]
  const dull = (colour: Colour): Colour => [colour[0] * tint[0], colour[1] * tint[1], colour[2] * tint[2]]
  if (away === 0) {
    if (ray[1] > -0.02) return dull(mix([226, 234, 240], [150, 190, 230], ray[1] * 5))
    const ahead = (2.1 / -ray[1]) * ray[2] + turn * DRIVEN_M
    return dull(mix([96, 98, 102], [206, 214, 220], Math.exp(ray[1] * 26) * 0.9 + (ahead % 8 < 3 ? 0.04 : 0)))
  }
  const distance = away / Math.abs(ray[0])
  const along = one.at[2] + ray[2] * distance + turn * DRIVEN_M
  const heightM = one.at[1] + 0.5 + ray[1] * distance
  const place = ((along % DRIVEN_M) + DRIVEN_M) % DRIVEN_M
  const smear = (rate: number, level: number): number => noise(level, place * rate, DRIVEN_M * rate)
  if (heightM < 0.05) return dull(mix([150, 148, 142], [118, 118, 118], smear(0.5, 3.3)))
  const trunk = smear(0.25, 8.1) > 0.72
  if (heightM < 3) {
    const shop = smear(0.25, 1.7)
    const base: Colour =
      heightM > 2.4 ? mix([196, 62, 48], [50, 110, 160], shop) : mix([70, 78, 84], [206, 196, 172], smear(0.5, 5.9))
    return dull(trunk ? mix(base, [74, 62, 50], 0.8) : base)
  }
  const leaves = smear(0.5, heightM * 0.6 + 2)
  if (leaves > 0.62) return dull(mix([72, 112, 58], [130, 166, 96], leaves))
  return heightM < 5 + smear(0.125, 9.4) * 5
    ? dull(mix([178, 160, 138], [204, 202, 196], smear(0.125, 6.2)))
    : dull([222, 234, 244])
}

/** Sunlight that falls through the right windows and moves with the gaps between houses and trees. */
function lit(one: Seen, turn: number): Colour {
  const [x, y, z] = one.at
  const reach = Math.max(0, 1 - (2.4 - x) / 1.9 - y * 0.12)
  const gap = noise(4.4, z * 0.8 - y * 0.5 + turn * 64, 64)
  const sun = reach * Math.max(0, gap - 0.4) * 1.5 + 0.1 * (gap - 0.5)
  return [one.colour[0] * (1 + sun), one.colour[1] * (1 + sun * 0.94), one.colour[2] * (1 + sun * 0.8)]
}

type Project = (at: Vector) => { x: number; y: number; size: number }

function straps(image: Picture, project: Project, turn: number): void {
  for (const [i, z] of [1.5, 2.1, 2.7, 3.3].entries()) {
    const swing =
      0.05 * Math.sin((turn * 9 + i * 0.17) * 2 * Math.PI) + 0.02 * Math.sin((turn * 21 + i * 0.3) * 2 * Math.PI)
    const top = project([1.42, 2.15, z])
    const ring = project([1.42 + swing, 1.86, z])
    capsule(image, [top.x, top.y], [ring.x, ring.y], top.size * 0.014, top.size * 0.014, (_x, _y, n) =>
      scale([70, 72, 76], 0.6 + 0.5 * n),
    )
    for (let step = 0; step < 20; step++) {
      const turnAt = (step / 20) * 2 * Math.PI
      ellipse(
        image,
        ring.x + Math.cos(turnAt) * ring.size * 0.055,
        ring.y + ring.size * 0.06 + Math.sin(turnAt) * ring.size * 0.06,
        ring.size * 0.014,
        ring.size * 0.014,
        [232, 232, 226],
      )
    }
  }
}

/** Two seated passengers from behind and one who stands at the pole by the door. */
function passengers(image: Picture, project: Project, turn: number): void {
  const wave = (times: number, phase: number): number => Math.sin((turn * times + phase) * 2 * Math.PI)
  stander(image, project, 0.02 * wave(4, 0.1) + 0.012 * wave(11, 0))
  sitter(image, project, [2.05 + 0.015 * wave(5, 0.3), 1.2, 1.62], [122, 52, 58], [40, 32, 28])
  sitter(image, project, [0.36 + 0.015 * wave(6, 0.7), 1.2, 1.7], [70, 92, 74], [26, 24, 24])
}

function sitter(image: Picture, project: Project, at: Vector, coat: Colour, hair: Colour): void {
  const head = project(at)
  const r = head.size * 0.1
  ellipsoid(image, head.x, head.y + r * 2.3, r * 1.9, r * 1.35, 0, (x, y, z) =>
    scale(coat, 0.5 + 0.55 * z - 0.1 * y + 0.15 * x),
  )
  ellipsoid(image, head.x, head.y + r * 0.9, r * 0.5, r * 0.6, 0, (_x, _y, z) => scale([190, 146, 118], 0.5 + 0.4 * z))
  ellipsoid(image, head.x, head.y, r * 0.92, r * 1.12, 0, (x, y, z) =>
    scale(hair, 0.7 + 1.2 * Math.max(0, z * 0.6 - y * 0.6 + x * 0.25)),
  )
  const seatTop = project([at[0], 1.0, at[2] - 0.12])
  ellipse(image, seatTop.x, seatTop.y + r * 1.3, r * 2.1, r * 0.8, scale(SEAT, 0.66))
}

function stander(image: Picture, project: Project, sway: number): void {
  const at = (x: number, y: number, z = 3.15): [number, number] => {
    const place = project([x + sway * y, y, z])
    return [place.x, place.y]
  }
  const size = project([1.75, 1, 3.15]).size
  const cloth = (colour: Colour) => (x: number, y: number, z: number) =>
    scale(colour, 0.48 + 0.56 * Math.max(0, z * 0.8 + x * 0.3 - y * 0.1))
  const skin = cloth([206, 160, 130])
  for (const x of [1.7, 1.87])
    capsule(image, at(x, 0.1), at(x + 0.01, 0.85), size * 0.075, size * 0.09, cloth([44, 50, 68]))
  for (const x of [1.7, 1.87]) ellipse(image, at(x, 0.07)[0], at(x, 0.06)[1], size * 0.09, size * 0.05, [30, 28, 28])
  capsule(image, at(1.78, 0.9), at(1.78, 1.32), size * 0.15, size * 0.18, cloth([214, 206, 188]))
  capsule(image, at(1.93, 1.36), at(1.97, 0.92), size * 0.058, size * 0.05, cloth([198, 190, 172]))
  capsule(image, at(1.64, 1.36), at(1.52, 1.16, 3.0), size * 0.058, size * 0.05, cloth([206, 198, 180]))
  capsule(image, at(1.52, 1.16, 3.0), at(1.4, 1.38, 2.6), size * 0.05, size * 0.042, cloth([206, 198, 180]))
  ellipsoid(image, at(1.4, 1.4, 2.6)[0], at(1.4, 1.4, 2.6)[1], size * 0.055, size * 0.055, 0, skin)
  capsule(image, at(1.78, 1.48), at(1.78, 1.56), size * 0.05, size * 0.05, skin)
  ellipsoid(image, at(1.78, 1.66)[0], at(1.78, 1.66)[1], size * 0.1, size * 0.125, 0, skin)
  ellipsoid(image, at(1.785, 1.71)[0], at(1.785, 1.71)[1], size * 0.107, size * 0.1, 0, (x, y, z) =>
    scale([34, 28, 26], 0.7 + Math.max(0, z * 0.5 - y * 0.5 + x * 0.3)),
  )
  capsule(image, at(1.66, 1.34), at(1.96, 0.86), size * 0.02, size * 0.02, cloth([92, 60, 40]))
  ellipsoid(image, at(1.98, 0.8)[0], at(1.98, 0.8)[1], size * 0.11, size * 0.1, 0.2, cloth([110, 72, 46]))
}
