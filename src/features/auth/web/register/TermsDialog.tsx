import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { ArrowDown, CircleCheck, X } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'
import { terms } from '../../terms.ts'
import { Button } from '#web/ui/Button.tsx'
import { backdropLook, popupLook } from './dialog.ts'

/** The distance to the end that counts as the end, in px: the specification's limit. */
const END_PX = 12

interface TermsDialogProps {
  onClose: () => void
  onAccept: () => void
}

/**
 * The terms, which must be scrolled to their end before they can be accepted: by wheel, finger, keys in the focused text, or the button
 * that jumps there. A screen reader's own cursor needs the button, since it scrolls nothing.
 */
export function TermsDialog({ onClose, onAccept }: TermsDialogProps) {
  const text = useRef<HTMLElement>(null)
  const hint = useId()
  const [share, setShare] = useState(0)
  const [wasRead, setWasRead] = useState(false)
  const measure = useCallback(() => {
    if (text.current === null) return
    const { scrollHeight, scrollTop, clientHeight } = text.current
    const left = scrollHeight - clientHeight - scrollTop
    setShare(scrollHeight <= clientHeight ? 1 : Math.min(1, scrollTop / (scrollHeight - clientHeight)))
    if (left <= END_PX) setWasRead(true)
  }, [])
  const goToEnd = () => {
    const box = text.current
    if (box === null) return
    box.scrollTop = box.scrollHeight
    measure()
    // The button disappears then: reading continues at the end of the text.
    box.querySelector<HTMLElement>(':scope > :last-child')?.focus({ preventScroll: true })
  }
  // A high window shows the end at once. Zoom and turning the phone change the measure.
  const attach = useCallback(
    (box: HTMLElement | null) => {
      text.current = box
      if (box === null) return undefined
      const observer = new ResizeObserver(measure)
      observer.observe(box)
      // The text grows when it wraps differently: a font that arrives, a zoom.
      for (const part of box.children) observer.observe(part)
      return () => observer.disconnect()
    },
    [measure],
  )
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className={backdropLook} />
          <Dialog.Popup
            className={`${popupLook} flex max-h-[min(640px,86vh)] max-w-[640px] flex-col overflow-y-auto`}
            initialFocus={text}
          >
            <div className="flex items-center justify-between gap-3.5 px-6 pt-5">
              <Dialog.Title className="text-h2">Termini e Condizioni</Dialog.Title>
              <Dialog.Close className="icon-button" aria-label="Chiudi">
                <X size={20} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </div>
            <svg
              className="mt-4 h-[3px] w-full shrink-0"
              viewBox="0 0 100 3"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className="fill-line" width="100" height="3" />
              <rect className="fill-action" width={share * 100} height="3" />
            </svg>
            <section
              ref={attach}
              className={`min-h-32 flex-1 overflow-y-auto px-6 py-5 text-ink-2 ${wasRead ? '' : '[mask-image:linear-gradient(#000_78%,transparent)]'}`}
              aria-label="Testo dei Termini e Condizioni"
              onScroll={measure}
              {...reachable}
            >
              {terms.map(({ title, paragraphs }) => (
                <div key={title} className="mb-5 outline-none last:mb-0" tabIndex={-1}>
                  <h3 className="mb-1.5 text-[18px] text-ink">{title}</h3>
                  {paragraphs.map((paragraph) => (
                    <p key={paragraph} className="not-first-of-type:mt-2">
                      {paragraph}
                    </p>
                  ))}
                </div>
              ))}
            </section>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-t border-line px-6 py-3.5 max-[820px]:px-4 max-[820px]:py-3">
              <div className="flex min-w-0 flex-wrap items-center gap-x-2 max-[820px]:w-full max-[820px]:justify-between">
                <output className="flex min-w-0 items-center gap-2 text-ui text-ink-2 max-[820px]:flex-1 max-[820px]:basis-[120px] max-[820px]:text-label">
                  {wasRead ? (
                    <>
                      <CircleCheck className="text-ok" size={15} strokeWidth={1.75} aria-hidden />
                      Hai letto fino in fondo: ora puoi accettare
                    </>
                  ) : (
                    <>
                      <ArrowDown size={15} strokeWidth={1.75} aria-hidden />
                      <span id={hint}>Scorri fino in fondo per accettare</span>
                    </>
                  )}
                </output>
                {!wasRead && (
                  <Button variant="text" size="sm" className="flex-none max-[820px]:-mr-2.5" onClick={goToEnd}>
                    Vai alla fine
                  </Button>
                )}
              </div>
              <span className="flex gap-2.5 max-[820px]:w-full max-[820px]:[&>.btn]:flex-1">
                <Button onClick={onClose}>Annulla</Button>
                <Button
                  variant="primary"
                  disabled={!wasRead}
                  aria-describedby={wasRead ? undefined : hint}
                  onClick={onAccept}
                >
                  Accetto
                </Button>
              </span>
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** A region that scrolls by itself must be reachable by keyboard. */
const reachable = { tabIndex: 0 }
