import { REVERSE_ZOOM, reverseAnswerSchema, reversePath } from '@fleetglass/contract/geocode'
import { useCallback } from 'react'
import { askJson } from '../../platform/http/index.ts'
import { useLengthUnit } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useSession } from '../channel/index.ts'
import type { MapPlace } from '../map/index.ts'
import { addressText } from './address-book.ts'
import { useAddressStatus } from './use-addresses.ts'

/** The address of any place, or the reason why there is none as an error. */
export type AskAddress = (place: MapPlace) => Promise<string>

/** For what belongs to no device of the moment, such as the points of a day; null where no addresses are looked up. */
export function useAddressLookup(): AskAddress | null {
  const t = useText()
  const unit = useLengthUnit()
  const { userName: username, passwordHash: password } = useSession()
  const { enable } = useAddressStatus()
  const ask = useCallback<AskAddress>(
    async ({ lat, lng }) => {
      const value = await askJson('POST', reversePath, { username, password, lat, lon: lng, zoom: REVERSE_ZOOM })
      const answer = reverseAnswerSchema.parse(value)
      if ('error' in answer) throw new Error(answer.error)
      return addressText(answer, t, unit)
    },
    [username, password, t, unit],
  )
  return enable ? ask : null
}
