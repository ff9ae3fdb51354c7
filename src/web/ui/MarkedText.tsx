/** The product's own strings begin with ✅ or ❌: the mark stays for screen readers, an icon beside it is drawn for the others. */
export function MarkedText({ text }: { text: string }) {
  const [, mark, rest] = /^(✅|❌)?\s*(.*)$/su.exec(text) ?? []
  return (
    <>
      {mark !== undefined && <span className="sr-only">{mark} </span>}
      {rest}
    </>
  )
}
