import { type Language, type Languages, missingTexts, type TranslationFault } from '@fleetglass/contract/translations'
import { useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import type { TranslationDraft } from '../translation-draft.ts'
import { exportTexts, readTextsFile } from '../translation-files.ts'
import styles from '../translations.module.css'

/** Faults of a file that are listed; the others are counted. */
const LISTED = 100

interface Refusal {
  readonly file: string
  readonly faults: readonly TranslationFault[] | 'unreadable'
}

/** Which languages are columns, how many texts each lacks, and the files of each for a translator. */
export function LanguageBar(props: {
  readonly loaded: Languages
  readonly draft: TranslationDraft
  readonly isShown: (language: string) => boolean
  readonly onShow: (language: string, isOn: boolean) => void
  readonly onImported: (language: Language, count: number) => void
  readonly disabled: boolean
}) {
  const t = useText()
  const { loaded, draft, isShown, onShow, onImported } = props
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const present = draft.toSave()
  const read = async (language: Language, file: File): Promise<void> => {
    const found = await readTextsFile(file, language.config, present)
    if (found.kind === 'texts') {
      draft.edit(language.config, found.texts)
      onImported(language, Object.keys(found.texts).length)
    } else setRefusal({ file: file.name, faults: found.kind === 'refused' ? found.faults : 'unreadable' })
  }
  return (
    <fieldset className={styles.languages} disabled={props.disabled}>
      <legend className="visually-hidden">{t('i18n.languages')}</legend>
      {loaded.configs.map((language) => (
        <div key={language.config} className={styles.language}>
          <label className="form-check">
            <input
              type="checkbox"
              className="form-check-input"
              checked={isShown(language.config)}
              onChange={(event) => onShow(language.config, event.target.checked)}
            />
            <span className={styles.flag} aria-hidden="true">
              {language.icon}
            </span>
            <bdi>{language.name}</bdi>
          </label>
          <span className={styles.missing}>{t('i18n.missing', { count: missingTexts(present, language.config) })}</span>
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            aria-label={t('i18n.exportOf', { language: language.name })}
            onClick={() => exportTexts(language.config, present.raw, (key) => draft.textOf(language.config, key))}
          >
            {t('i18n.export')}
          </button>
          <label className="btn btn-quiet btn-sm">
            {t('i18n.import')}
            <input
              type="file"
              className="visually-hidden"
              accept="application/json,.json"
              aria-label={t('i18n.importOf', { language: language.name })}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file) void read(language, file)
                // The same file can be chosen again after it was mended.
                event.target.value = ''
              }}
            />
          </label>
        </div>
      ))}
      <RefusedFile refusal={refusal} onClose={() => setRefusal(null)} />
    </fieldset>
  )
}

function RefusedFile({ refusal, onClose }: { readonly refusal: Refusal | null; readonly onClose: () => void }) {
  const t = useText()
  if (refusal === null) return null
  const { file, faults } = refusal
  const title =
    faults === 'unreadable'
      ? t('i18n.importUnreadable', { file })
      : t('i18n.importRefused', { count: faults.length, file })
  return (
    <Modal show onHide={onClose} centered scrollable aria-labelledby="refused-file">
      <Modal.Body>
        <h2 id="refused-file" className={styles.refused}>
          {title}
        </h2>
        {faults === 'unreadable' ? null : (
          <ul className={styles.faults}>
            {faults.slice(0, LISTED).map(({ key, kind }) => (
              <li key={key}>
                <code>{key}</code> {t(`i18n.fault.${kind}`)}
              </li>
            ))}
          </ul>
        )}
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('i18n.close')}
        </button>
      </Modal.Footer>
    </Modal>
  )
}
