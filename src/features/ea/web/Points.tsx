/** Short points below an alert; nothing where there are none. */
export function Points({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul className="points">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
