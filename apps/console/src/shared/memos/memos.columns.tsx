import { can } from '@fleetglass/contract/access'
import { type Customer, memoWriteAccess } from '@fleetglass/contract/memos'
import type { TextKey } from '@fleetglass/texts'
import { type ReactNode, useMemo, useState } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import { CustomerDialog } from './components/customer-dialog.tsx'
import { MemoCell } from './components/memo-cell.tsx'
import { type MemoPair, useCarMemos, useCustomers } from './memos.queries.ts'
import './memos.css'

/** A column of a table of devices. */
export interface MemoColumn {
  readonly id: string
  readonly labelKey: TextKey
  readonly cell: (deviceId: string) => ReactNode
}

/** The columns that the site has beside its devices' own, and the dialog that one of them opens. */
export function useMemoColumns(): { readonly columns: readonly MemoColumn[]; readonly dialog: ReactNode } {
  const t = useText()
  const { extraMemo, p2p } = useSite()
  const { rights } = useSession()
  const mayEdit = can(rights, memoWriteAccess)
  const memos = useCarMemos(extraMemo)
  const customers = useCustomers(p2p)
  const [edited, setEdited] = useState<string | null>(null)
  // What was edited last stays drawn while its dialog fades out.
  const [shown, setShown] = useState(edited)
  if (edited !== null && edited !== shown) setShown(edited)
  const columns = useMemo(
    () => [
      ...(extraMemo ? memoColumns(memos, mayEdit) : []),
      ...(p2p ? customerColumns(customers, t('memos.yes')) : []),
      ...(p2p && mayEdit ? [editColumn((device) => t('memos.customerTitle', { device }), setEdited)] : []),
    ],
    [extraMemo, p2p, memos, customers, mayEdit, t],
  )
  const dialog =
    shown === null ? null : (
      <CustomerDialog
        open={edited !== null}
        customer={customers.get(shown) ?? blank(shown)}
        onClose={() => setEdited(null)}
      />
    )
  return { columns, dialog }
}

/** DASH-53. */
function memoColumns(memos: ReadonlyMap<string, MemoPair>, mayEdit: boolean): readonly MemoColumn[] {
  return ([0, 1] as const).map((type) => ({
    id: `memo-${type}`,
    labelKey: type === 0 ? 'memos.first' : 'memos.second',
    cell: (deviceId) => (
      <MemoCell deviceId={deviceId} type={type} memo={memos.get(deviceId)?.[type] ?? ''} mayEdit={mayEdit} />
    ),
  }))
}

/** DASH-47 … 51. */
function customerColumns(customers: ReadonlyMap<string, Customer>, yes: string): readonly MemoColumn[] {
  const words = (['dealer', 'customer', 'salesman', 'memo'] as const).map(
    (name): MemoColumn => ({
      id: name,
      labelKey: `memos.${name}`,
      cell: (deviceId) => (
        <span className="cell-text" dir="auto" title={customers.get(deviceId)?.[name]}>
          {customers.get(deviceId)?.[name]}
        </span>
      ),
    }),
  )
  const follow: MemoColumn = {
    id: 'follow',
    labelKey: 'memos.follow',
    cell: (deviceId) => (customers.get(deviceId)?.follow === 1 ? yes : ''),
  }
  return [...words, follow]
}

function editColumn(labelOf: (deviceId: string) => string, onEdit: (deviceId: string) => void): MemoColumn {
  return {
    id: 'edit-customer',
    labelKey: 'memos.editCustomer',
    cell: (deviceId) => (
      <button type="button" className="icon-button" aria-label={labelOf(deviceId)} onClick={() => onEdit(deviceId)}>
        <Icon name="pencil" size={18} />
      </button>
    ),
  }
}

function blank(deviceid: string): Customer {
  const words = { dealer: '', customer: '', salesman: '', address: '', phone: '', mail: '', memo: '' }
  return { deviceid, ...words, follow: 0 }
}
