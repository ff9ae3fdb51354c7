import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { type CtaStyle, labelOf, type ShowcaseContent, styleLabels } from '#features/showcases/rules/fields.ts'
import { difference } from '#features/showcases/rules/difference.ts'
import { imageSources } from '#features/showcases/rules/files.ts'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'

interface ConflictDialogProps {
  mine: ShowcaseContent
  theirs: ShowcaseContent
  /** When the other version was saved. */
  savedAt: string
  submit: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onLater: () => void
}

/** Compares two versions of one showcase, field by field. Both are kept until one is chosen. */
export function ConflictDialog({
  mine,
  theirs,
  savedAt,
  submit,
  onKeepMine,
  onTakeTheirs,
  onLater,
}: ConflictDialogProps) {
  const fields = difference(theirs, mine)
  const first = useRef<HTMLButtonElement>(null)
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={(open) => !open && onLater()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="ask-backdrop" />
          <Dialog.Popup className="ask editor-conflict" initialFocus={first}>
            <Dialog.Title className="text-h3">La vetrina è stata salvata altrove</Dialog.Title>
            <Dialog.Description className="ask-text">
              L’altra versione è del {format.dateTime(savedAt)}. Scegli quale tenere: finché non lo fai restano tutte e
              due. «Tieni la mia» sostituisce tutta l’altra versione.
            </Dialog.Description>
            {/* The keyboard must be able to scroll it. */}
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section className="editor-compare" tabIndex={0} aria-label="Differenze">
              {fields.map(({ field, before, after }) => (
                <dl key={field}>
                  <dt>{labelOf(field)}</dt>
                  <dd>
                    <b>La mia</b>
                    <Value field={field} text={after} />
                  </dd>
                  <dd>
                    <b>L’altra</b>
                    <Value field={field} text={before} />
                  </dd>
                </dl>
              ))}
            </section>
            <div className="ask-actions flex-wrap">
              <Button variant="text" onClick={onLater}>
                Decido dopo
              </Button>
              <Button onClick={onTakeTheirs}>Prendi l’altra</Button>
              <Button ref={first} variant="primary" onClick={onKeepMine}>
                {submit ? 'Tieni la mia e pubblica' : 'Tieni la mia'}
              </Button>
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}

/** The value of a field: an own picture as a picture, a style by its label. */
function Value({ field, text }: { field: string; text: string | null }) {
  if (text === null) return <p className="text-ink-3">Vuoto</p>
  const picture = imageSources(text)
  if (picture !== null) return <img {...picture} sizes="180px" alt="" />
  return <p>{field.endsWith('.style') ? (styleLabels[text as CtaStyle] ?? text) : text}</p>
}
