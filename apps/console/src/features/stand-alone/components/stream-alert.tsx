/** What went wrong, in red (STAND-16 … 18); each sentence once. */
export function StreamAlert({ texts }: { readonly texts: readonly string[] }) {
  const sentences = [...new Set(texts)]
  if (sentences.length === 0) return null
  return (
    <div className="alert alert-danger stream-alert" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
