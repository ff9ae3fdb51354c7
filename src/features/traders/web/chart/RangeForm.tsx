import { useId, type FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { rangeText, type DayRange } from './range.ts'

interface RangeFormProps {
  /** The first and the last day that may be chosen. */
  whole: DayRange
  shown: DayRange
  onChoose: (period: string) => void
}

/** Two days by hand; in whichever order they are given. */
export function RangeForm({ whole, shown, onChoose }: RangeFormProps) {
  const id = useId()
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [from, to] = event.currentTarget.querySelectorAll('input')
    if (from !== undefined && to !== undefined) onChoose(rangeText(from.value, to.value))
  }
  const field = (label: string, value: string) => (
    <label className="text-label text-ink-2">
      {label}
      <input
        key={value}
        className="input mt-1"
        type="date"
        required
        min={whole.from}
        max={whole.to}
        defaultValue={value}
      />
    </label>
  )
  return (
    <form className="mt-3 flex flex-wrap items-end gap-3" aria-describedby={id} onSubmit={choose}>
      {field('Dal', shown.from < whole.from ? whole.from : shown.from)}
      {field('Al', shown.to > whole.to ? whole.to : shown.to)}
      <Button type="submit">Mostra l’intervallo</Button>
      <p id={id} className="basis-full text-label text-ink-3">
        Oppure trascina sul grafico, dal primo giorno all’ultimo.
      </p>
    </form>
  )
}
