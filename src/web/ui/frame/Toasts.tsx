import { CSPProvider } from '@base-ui/react/csp-provider'
import { Toast } from '@base-ui/react/toast'
import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { connectToasts } from '../../toasts.ts'
import type { ToastMessage, ToastTone } from '../../toasts.ts'
import type { ClosedOverlay } from '../../closed/ClosedOverlay.tsx'
import { MarkedText } from '../MarkedText.tsx'

const manager = Toast.createToastManager()
const icons = { ok: CircleCheck, danger: CircleX, warn: TriangleAlert, info: Info, closed: Info }
/** Each message is a dialog that does not interrupt, and has a name; its text is its description. */
const names = { ok: 'Fatto', danger: 'Errore', warn: 'Attenzione', info: 'Avviso', closed: 'Avviso' }
const SHOWN_MS = 4_000
/** Replaces Base UI's English label. */
const region = { role: 'status', 'aria-label': 'Avvisi brevi' }

/**
 * The region of short messages: `toast()` fills it. It announces messages without interrupting, and an error at once (an alert of Base UI's
 * own). Messages stay under the pointer and while the keyboard is in the region; F6 leads there, Esc closes.
 */
export function Toasts() {
  const [closed, setClosed] = useState<{ text: string; Overlay: typeof ClosedOverlay } | null>(null)
  const open = useCallback(() => setClosed(null), [])
  useEffect(() => {
    const show = ({ text, tone }: ToastMessage) => {
      if (tone !== 'closed') {
        manager.add({ description: text, type: tone, timeout: SHOWN_MS, priority: tone === 'danger' ? 'high' : 'low' })
        return
      }
      // Where the cover fails to load, the next refused call tries again.
      import('../../closed/ClosedOverlay.tsx').then(
        (part) => setClosed((now) => now ?? { text, Overlay: part.ClosedOverlay }),
        () => undefined,
      )
    }
    return connectToasts(show)
  }, [])
  return (
    <CSPProvider disableStyleElements>
      {closed !== null && <closed.Overlay message={closed.text} onEnd={open} />}
      <Toast.Provider toastManager={manager} limit={3}>
        <Toast.Portal>
          <Region />
        </Toast.Portal>
      </Toast.Provider>
    </CSPProvider>
  )
}

function Region() {
  const { close } = Toast.useToastManager()
  return (
    <Toast.Viewport
      className="toasts"
      {...region}
      // Esc closes one message by itself: the region, where F6 leads, closes them all.
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === 'Escape' && target === currentTarget) close()
      }}
    >
      <ToastList />
    </Toast.Viewport>
  )
}

function ToastList() {
  return Toast.useToastManager().toasts.map((message) => {
    const tone = (message.type ?? 'info') as ToastTone
    const Icon = icons[tone]
    return (
      <Toast.Root key={message.id} toast={message} className={`toast toast-${tone}`} aria-label={names[tone]}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        <Toast.Description>
          <MarkedText text={typeof message.description === 'string' ? message.description : ''} />
        </Toast.Description>
        {/* Base UI hides it from assistive technology until the pointer is there: some have none. */}
        <Toast.Close className="icon-button icon-button-sm" aria-label="Chiudi" aria-hidden={false}>
          <X size={16} strokeWidth={1.75} />
        </Toast.Close>
        <span className="toast-bar" aria-hidden="true" />
      </Toast.Root>
    )
  })
}
