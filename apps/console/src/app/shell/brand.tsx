import { useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { BrandMark } from '../../ui/index.ts'

/** The mark and name of the console, or the logo of the site (RIGHT-090). */
export function Brand() {
  const t = useText()
  const { logo } = useSite()
  return (
    <span className="brand">
      {logo ? (
        <img className="brand-logo" src={logo} alt={t('app.name')} />
      ) : (
        <>
          <BrandMark />
          <span>{t('app.name')}</span>
        </>
      )}
    </span>
  )
}
