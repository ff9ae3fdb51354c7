import { tone } from '#shared/format/format.ts'

/** Filled triangle up or down beside a headline result; nothing at zero or where the value is missing. */
export function Triangle({ value, size = 9 }: { value: number | null; size?: number }) {
  const kind = tone(value)
  if (kind === 'flat') return null
  return (
    <svg
      className={kind === 'gain' ? 'icon text-gain' : 'icon text-loss'}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <path d={kind === 'gain' ? 'M6 2.2 10.4 9.4H1.6z' : 'M6 9.8 1.6 2.6h8.8z'} fill="currentColor" />
    </svg>
  )
}

/** Text colour of a result; missing values are quieter. */
export function toneClass(value: number | null): string {
  if (value === null) return 'text-ink-3'
  return { gain: 'text-gain', loss: 'text-loss', flat: '' }[tone(value)]
}

/** A figure in Bodoni: its sign is set in the text face, because Bodoni's own is a hairline. */
export function SignedFigure({ text }: { text: string }) {
  const sign = /^[+\u2212#]/.exec(text)?.[0]
  if (sign === undefined) return text
  return (
    <>
      <span className="sign">{sign}</span>
      {text.slice(1)}
    </>
  )
}
