import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '#web/ui/Button.tsx'

export function BackLink() {
  return (
    <ButtonLink variant="text" className="-ml-2.5" href="/">
      <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
      Torna alla classifica
    </ButtonLink>
  )
}
