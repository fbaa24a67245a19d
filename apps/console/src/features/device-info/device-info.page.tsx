import { type DeviceInfo, deviceInfoPath, deviceInfosSchema } from '@fleetglass/contract/device-info'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { type DataColumn, DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { Loading } from '../../ui/index.ts'

/** What the devices reported about themselves. */
function useDeviceInfos() {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['device-info', username],
    queryFn: async () => deviceInfosSchema.parse(await askJson('POST', deviceInfoPath, { username, password })),
    retry: mayAskAgain,
  })
}

/** DEVINFO-01. */
export function DeviceInfoPage() {
  const t = useText()
  const infos = useDeviceInfos()
  if (infos.isPending) return <Loading label={t('page.loading')} />
  if (infos.isError) return <ListFailed reason={infos.error.message} onAgain={() => void infos.refetch()} />
  return <InfoTable rows={infos.data} />
}

function InfoTable({ rows }: { readonly rows: readonly DeviceInfo[] }) {
  const t = useText()
  const [asked] = useSearchParams()
  const [words, setWords] = useState(asked.get('search') ?? '')
  const columns = useMemo(() => infoColumns(t), [t])
  const shown = useMemo(() => matchingRows(rows, columns, words), [rows, columns, words])
  return (
    <TablePage title={t('deviceInfo.title')} words={words} onWords={setWords}>
      {shown.length === 0 ? (
        <NoRows isEmpty={rows.length === 0} />
      ) : (
        <DataTable
          label={t('deviceInfo.table')}
          columns={columns}
          rows={shown}
          keyOf={({ deviceid }) => deviceid}
          nameColumn="device"
        />
      )}
    </TablePage>
  )
}

/** DEVINFO-02. The number is that of the place, however the table is sorted. */
function infoColumns(t: Translate): readonly DataColumn<DeviceInfo>[] {
  return [
    {
      id: 'number',
      label: t('deviceInfo.number'),
      plain: true,
      numeric: true,
      text: () => '',
      cell: (_, index) => index + 1,
    },
    { id: 'device', label: t('deviceInfo.device'), text: ({ deviceid }) => deviceid },
    { id: 'model', label: t('deviceInfo.model'), text: ({ model }) => model },
    { id: 'firmware', label: t('deviceInfo.firmware'), text: ({ firmware }) => firmware },
    { id: 'mobile', label: t('deviceInfo.mobile'), text: ({ mobile }) => mobile },
  ]
}
