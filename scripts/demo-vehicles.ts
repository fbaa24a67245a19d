// What an administrator would have written about the vehicles of the demo.
import { plateOf } from '@fleetglass/simulator'

/** Seed of the simulated vehicles: it decides their plates too. */
export const SEED = 1

/** Where they drive: where the console's map starts (MAP-51). */
export const TOWN_CENTRE = { lat: 24.0786, lng: 120.5285 }

/** Fields of the record that the demo fills in, as `D04` takes them. */
export interface DemoRecord {
  readonly driver: string
  readonly driverlicense: string
  readonly vehicleid: string
  readonly plate: string
  readonly extid: string
  readonly icon: number
  readonly chnames: string
}

const DRIVERS = [
  ...['Chen Wei', 'Lin Mei-hui', 'Huang Jun', 'Wang Shu-fen', 'Wu Chih-ming', 'Tsai Ya-ting', 'Hsu Kuo', 'Yang Li'],
  ...[
    'Kao Chia-hao',
    'Liao Pei-shan',
    'Cheng Yu',
    'Hsieh Wan-ju',
    'Chou Ting',
    'Su Hsin-yi',
    'Yeh Po-han',
    'Lai Ching',
  ],
  ...['Pan Wen-hsiung', 'Tu Yi-chun', 'Fang Min', 'Shih Kai', 'Ko Hui-ling', 'Peng Da-wei', 'Lu An', 'Ma Jui'],
] as const
const LINES = ['Station – Harbour', 'Ring line', 'University – Market', 'Airport shuttle']
const GOODS = ['parcels', 'fresh food', 'laundry', 'building material', 'post', 'furniture', 'medicine', 'bakery']
const CAMERAS = ['Road', 'Driver', 'Door', 'Rear']
/** Places in the list of icons. */
const TRUCK = 2
const CARGO_TRUCK = 3

/** The vehicle with this number, from 0. As they drive: every third is a bus, the others deliver. */
export function demoRecord(number: number, channels: number): DemoRecord {
  const isBus = number % 3 === 0
  const nth = Math.floor(number / 3)
  const bus = `Bus ${101 + nth} · ${LINES[nth % LINES.length]}`
  const van = `Van ${number + 1} · ${GOODS[number % GOODS.length]}`
  return {
    driver: DRIVERS[number % DRIVERS.length] ?? '',
    driverlicense: `TW${String(26_031_000 + number * 613).padStart(10, '0')}`,
    vehicleid: isBus ? bus : van,
    plate: plateOf(number, SEED),
    extid: `FG-${String(number + 1).padStart(4, '0')}`,
    icon: isBus ? TRUCK : CARGO_TRUCK,
    chnames: Array.from({ length: channels }, (_, at) => cameraName(at)).join(','),
  }
}

/** Recorders with more cameras have each kind again. */
function cameraName(at: number): string {
  const round = Math.floor(at / CAMERAS.length)
  return `${CAMERAS[at % CAMERAS.length]}${round === 0 ? '' : ` ${round + 1}`}`
}
