import { Triangle, toneClass } from './Figures.tsx'

/**
 * A headline result: triangle, sign, figure and colour. `text` is the value as `format.ts` prints it: a printed zero is neither gain nor
 * loss.
 */
export function Delta({ value, text, size = 9 }: { value: number | null; text: string; size?: number }) {
  const shown = value === null || /[1-9]/.test(text) ? value : 0
  return (
    <span className={`delta ${toneClass(shown)}`}>
      <Triangle value={shown} size={size} />
      {text}
    </span>
  )
}
