import { useEffect, useRef } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import { ButtonLink } from '#web/ui/Button.tsx'

export type PaymentList = 'crypto' | 'subscriptions'

const lists = [
  { list: 'crypto', label: 'Pagamenti crypto', href: adminAddress('payments') },
  { list: 'subscriptions', label: 'Abbonamenti', href: adminAddress('payments', { list: 'subscriptions' }) },
] as const

/** The choice between the two lists. */
export function ListChoice({ shown }: { shown: PaymentList }) {
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

/** The pressed link disappears with its list: the focus moves to the title of the other one. */
export function useChosenList(shown: PaymentList): void {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    document.querySelector<HTMLElement>('#contenuto h1')?.focus({ preventScroll: true })
  }, [shown])
}
