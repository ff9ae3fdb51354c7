import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '#web/ui/Button.tsx'
import { addressOf, type Selection } from './selection.ts'

/** From an open case to its list, which a phone does not show beside it. */
export function BackToList({ selection }: { selection: Selection }) {
  return (
    <ButtonLink variant="text" className="-ml-2.5" href={addressOf(selection, { case: null })}>
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
      Torna all’elenco
    </ButtonLink>
  )
}
