import { useEffect, type RefObject } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import { ButtonLink } from '#web/ui/Button.tsx'

type PaymentList = 'crypto' | 'subscriptions'

const lists = [
  { list: 'crypto', label: 'Pagamenti crypto', href: adminAddress('payments') },
  { list: 'subscriptions', label: 'Abbonamenti', href: adminAddress('payments', { list: 'subscriptions' }) },
] as const

interface ChoiceProps {
  shown: PaymentList
  /** The list that was shown last. */
  lastRef: RefObject<PaymentList>
}

/** The choice between the two lists: it stands in the list itself, and comes with it. */
export function ListChoice({ shown, lastRef }: ChoiceProps) {
  useEffect(() => {
    if (lastRef.current === shown) return
    lastRef.current = shown
    // The pressed link is gone with its list: the focus moves to the title of the other one.
    document.querySelector<HTMLElement>('#contenuto h1')?.focus({ preventScroll: true })
  }, [shown, lastRef])
  return (
    <nav className="mt-4 flex flex-wrap gap-2" aria-label="Elenchi">
      {lists.map(({ list, label, href }) => (
        <ButtonLink
          key={list}
          size="sm"
          variant={list === shown ? 'primary' : 'secondary'}
          href={href}
          aria-current={list === shown ? 'page' : undefined}
        >
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}
