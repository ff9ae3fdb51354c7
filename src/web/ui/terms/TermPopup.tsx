import { CSPProvider } from '@base-ui/react/csp-provider'
import { Popover } from '@base-ui/react/popover'
import type { PointerEventHandler, RefObject } from 'react'
import { definitions, type DefinedTerm } from '#shared/text/definitions.ts'
import './term-popup.css'

interface TermPopupProps {
  of: DefinedTerm
  anchor: RefObject<HTMLButtonElement | null>
  /** A press moves the focus to the definition, so that screen readers read it. A resting pointer moves nothing. */
  takesFocus: boolean
  onHover: (enters: boolean) => PointerEventHandler
  onClose: () => void
}

/** The definition beside its term. Escape, a press elsewhere and a focus that moves on close it. */
export function TermPopup({ of, anchor, takesFocus, onHover, onClose }: TermPopupProps) {
  const { name, text } = definitions[of]
  return (
    <CSPProvider disableStyleElements>
      <Popover.Root
        // A press on what a pointer had opened opens it anew, with the focus.
        key={String(takesFocus)}
        open
        onOpenChange={(open, { event }) => {
          // The term's own press closes it.
          if (!open && !anchor.current?.contains(event.target as Node)) onClose()
        }}
      >
        <Popover.Portal>
          <Popover.Positioner anchor={anchor} side="top" sideOffset={6} collisionPadding={12} className="term-place">
            <Popover.Popup
              className="term-popup"
              initialFocus={takesFocus}
              finalFocus={takesFocus && anchor}
              onPointerEnter={onHover(true)}
              onPointerLeave={onHover(false)}
            >
              <Popover.Title render={<strong />}>{name}</Popover.Title>
              <Popover.Description>{text}</Popover.Description>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </CSPProvider>
  )
}
