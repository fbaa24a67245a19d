import { isTranslationKey } from '@fleetglass/contract/translations'
import { useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { TextInput } from '../../../ui/form/index.ts'

/** I18N-06: enters a new word. */
export function NewWordDialog(props: { readonly onAdd: (word: string) => void; readonly onClose: () => void }) {
  const t = useText()
  const [word, setWord] = useState('')
  const isFaulty = word.trim() !== '' && !isTranslationKey(word.trim())
  return (
    <Modal show onHide={props.onClose} centered aria-label={t('i18n.newWord')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isFaulty) return
          props.onAdd(word)
          props.onClose()
        }}
      >
        <Modal.Body>
          <TextInput
            label={t('i18n.newWord')}
            value={word}
            fault={isFaulty ? t('i18n.newWordHint') : null}
            onChange={setWord}
          />
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={props.onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={isFaulty}>
            {t('i18n.add')}
          </button>
        </Modal.Footer>
      </form>
    </Modal>
  )
}
