import { useText } from '../../platform/texts/index.ts'
import './address-credit.css'
import { useAddressCredit } from './use-addresses.ts'

/** Who made the list that approximate addresses come from; stands below a list of addresses. */
export function AddressCredit() {
  const t = useText()
  const source = useAddressCredit()
  return source === '' ? null : <small className="muted address-credit">{t('address.credit', { source })}</small>
}
