import { FIRMWARE_URL_MAX, type FirmwareFile } from '@fleetglass/contract/firmware'
import { useText } from '../../../platform/texts/index.ts'
import { SelectInput, TextInput } from '../../../ui/form/index.ts'
import styles from '../firmware.module.css'
import { useFirmwareStore, useFirmwareUrl } from '../firmware.queries.ts'

/** The address of a firmware file, typed or chosen from the store. */
export function FirmwareSource(props: {
  readonly label: string
  readonly url: string
  readonly fault?: string | null
  readonly disabled?: boolean
  readonly onUrl: (url: string) => void
}) {
  const t = useText()
  const store = useFirmwareStore()
  const urlOf = useFirmwareUrl()
  const { label, url, fault = null, disabled = false, onUrl } = props
  const files = store.data ?? []
  const chosen = files.find(({ firmwareid }) => urlOf(firmwareid) === url)
  return (
    <div className={styles.source}>
      <TextInput
        label={label}
        value={url}
        max={FIRMWARE_URL_MAX}
        fault={fault}
        control={{ disabled, placeholder: 'http://' }}
        onChange={onUrl}
      />
      {files.length === 0 ? null : (
        <SelectInput
          label={t('firmware.fromStore')}
          value={chosen?.firmwareid ?? ''}
          fault={null}
          control={{ disabled }}
          choices={[['', t('firmware.chooseFile')], ...files.map((file) => [file.firmwareid, nameOf(file)] as const)]}
          onChange={(firmwareid) => onUrl(firmwareid === '' ? '' : urlOf(firmwareid))}
        />
      )}
    </div>
  )
}

function nameOf({ filename, memo }: FirmwareFile): string {
  return memo === '' ? filename : `${filename} · ${memo}`
}
