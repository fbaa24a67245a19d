import { FootageForm } from './footage-form.tsx'
import { FootageList } from './footage-list.tsx'
import './footage.css'

/** Custom download events: a new one, and what became of the others. */
export function FootageModal() {
  return (
    <div className="footage">
      <FootageForm />
      <FootageList />
    </div>
  )
}
