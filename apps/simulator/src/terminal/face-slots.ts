import { createHash } from 'node:crypto'
import { FACE_PIECE_BYTES, type FaceAnswer, type FacePhotoFacts, type FaceRequest, FaceResult } from '@fleetglass/jt808'
import type { Faults } from '../scenarios/faults.ts'

/** Faces that a recorder of this size recognises. */
const SLOTS = 10

interface StoredFace {
  readonly timeS: number
  readonly idcard: string
  readonly person: string
  readonly photo: Uint8Array
}

/** A face whose photo is on its way: at most one, and the slot has what it had until all of it came. */
interface Incoming {
  readonly slot: number
  readonly face: Omit<StoredFace, 'photo'>
  readonly facts: FacePhotoFacts
  readonly bytes: Uint8Array
  received: number
}

/** The faces that a device recognises, as 0x8900 reads and writes them. */
export class FaceSlots {
  readonly #faults: Readonly<Pick<Faults, 'garblesFaces'>>
  readonly #slots: (StoredFace | null)[] = Array<StoredFace | null>(SLOTS).fill(null)
  #incoming: Incoming | null = null

  constructor(faults: Readonly<Pick<Faults, 'garblesFaces'>>) {
    this.#faults = faults
  }

  answer(request: FaceRequest): FaceAnswer {
    if (request.name === 'summary') return { name: 'summary', timesS: this.#slots.map((face) => face?.timeS ?? 0) }
    if (request.slot < 1 || request.slot > SLOTS) return failed(request, FaceResult.noSlot)
    switch (request.name) {
      case 'read':
        return this.#read(request)
      case 'photo':
        return this.#photo(request)
      case 'write':
        return this.#write(request)
      case 'piece':
        return this.#piece(request)
      case 'remove':
        this.#slots[request.slot - 1] = null
        return { name: 'remove' }
    }
  }

  #of(slot: number): StoredFace | null {
    return this.#slots[slot - 1] ?? null
  }

  #read(request: Extract<FaceRequest, { name: 'read' }>): FaceAnswer {
    const face = this.#of(request.slot)
    if (face === null) return failed(request, FaceResult.empty)
    const { timeS, idcard, person, photo } = face
    const facts = photo.length === 0 ? null : { bytes: photo.length, md5: md5Of(photo) }
    return { name: 'read', timeS, idcard, person, photo: facts }
  }

  #photo(request: Extract<FaceRequest, { name: 'photo' }>): FaceAnswer {
    const face = this.#of(request.slot)
    if (face === null || face.photo.length === 0) return failed(request, FaceResult.empty)
    const { offset } = request
    if (offset > face.photo.length) return failed(request, FaceResult.outOfOrder)
    return { name: 'photo', offset, data: face.photo.slice(offset, offset + FACE_PIECE_BYTES) }
  }

  #write(request: Extract<FaceRequest, { name: 'write' }>): FaceAnswer {
    const { slot, photo: facts, timeS, idcard, person } = request
    const face = { timeS, idcard, person }
    if (facts === null) {
      this.#slots[slot - 1] = { ...face, photo: this.#of(slot)?.photo ?? new Uint8Array(0) }
    } else {
      this.#incoming = { slot, face, facts, bytes: new Uint8Array(facts.bytes), received: 0 }
    }
    return { name: 'write' }
  }

  #piece(request: Extract<FaceRequest, { name: 'piece' }>): FaceAnswer {
    const incoming = this.#incoming
    const { slot, offset, data } = request
    const isNext =
      incoming?.slot === slot && incoming.received === offset && offset + data.length <= incoming.facts.bytes
    if (incoming === null || !isNext) return failed(request, FaceResult.outOfOrder)
    incoming.bytes.set(data, offset)
    incoming.received += data.length
    if (incoming.received < incoming.facts.bytes) return { name: 'piece' }
    this.#incoming = null
    if (md5Of(incoming.bytes) !== incoming.facts.md5) return failed(request, FaceResult.differs)
    const photo = this.#faults.garblesFaces ? incoming.bytes.map((byte) => byte ^ 1) : incoming.bytes
    this.#slots[slot - 1] = { ...incoming.face, photo }
    return { name: 'piece' }
  }
}

function failed({ name }: FaceRequest, result: number): FaceAnswer {
  return { name: 'failed', of: name, result }
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}
