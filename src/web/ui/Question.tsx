import { lazy, Suspense, type ComponentProps } from 'react'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const load = () => import('./ConfirmDialog.tsx')
const Dialog = lazy(async () => ({ default: (await load()).ConfirmDialog }))

/** `ConfirmDialog`, fetched with the first question: no screen waits for it. */
export function Question(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}

/** Fetches it beforehand, where the question may come when the network is gone. */
export function prepareQuestion(): void {
  load().catch(() => undefined)
}
