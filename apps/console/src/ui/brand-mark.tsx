/** The mark of the product: a direction inside a lens. */
export function BrandMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1f5fd0" />
      <circle cx="16" cy="16" r="9" fill="none" stroke="#fff" strokeWidth="2.4" />
      <path d="M16 9.5 20.6 21 16 18.4 11.4 21Z" fill="#fff" />
    </svg>
  )
}
