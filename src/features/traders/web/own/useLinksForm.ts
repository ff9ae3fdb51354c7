import { useState, type RefObject } from 'react'
import type { setTraderLinks } from '#features/traders/links-contract.ts'
import type { TraderLink } from '#shared/text/links.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import type { FieldErrors } from '#web/ui/forms/useFields.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { changedLinks, linkErrors, withoutSent, type StoredLinks, type TypedLinks } from './links-draft.ts'

interface Saving {
  traderId: string
  stored: StoredLinks
  canEdit: boolean
  host: string
  onSaved: (links: StoredLinks) => void
  onRefused: () => void
}

type Form = RefObject<HTMLFormElement | null>

/** The typed links until they are saved. A refresh or a lost rank does not discard them. */
export function useLinksForm({ traderId, stored, canEdit, host, onSaved, onRefused }: Saving, element: Form) {
  const [typed, setTyped] = useState<TypedLinks>({})
  const [errors, setErrors] = useState<FieldErrors<TraderLink>>({})
  const changed = changedLinks(stored, typed)

  function write(name: TraderLink, text: string): void {
    setTyped((before) => ({ ...before, [name]: text }))
    setErrors(({ [name]: _gone, ...others }) => others)
  }

  /** Marks the fields, and focuses the first. @returns whether there is one */
  function show(found: FieldErrors<TraderLink>): boolean {
    const names = Object.keys(found)
    setErrors(found)
    const fields = [...(element.current?.querySelectorAll('input') ?? [])]
    const first = fields.find((input) => names.includes(input.name))
    // The field may be folded away.
    first?.closest('details')?.setAttribute('open', '')
    first?.focus()
    return names.length > 0
  }

  const saving = useAction(
    (links: TypedLinks) =>
      send<typeof setTraderLinks>('POST /api/trader/links', { body: { trader_id: traderId, links } }),
    {
      onDone({ message, links }, sent) {
        onSaved(links)
        setTyped((before) => withoutSent(before, sent))
        toast(message, 'ok')
      },
      onError({ fields, type }) {
        if (type === 'LINKS_RESERVED') onRefused()
        return show(
          Object.fromEntries(Object.entries(fields).map(([field, text]) => [field.replace(/^links\./, ''), text])),
        )
      },
    },
  )

  function save(): void {
    if (!canEdit) return
    saving.clear()
    if (Object.keys(changed).length === 0) return toast('Nessun link è cambiato.', 'info')
    if (!show(linkErrors(changed, host))) void saving.run(changed)
  }

  return {
    typed,
    errors,
    refusal: saving.error?.message ?? toCorrect(Object.keys(errors).length),
    isBusy: saving.isBusy,
    write,
    save,
    isDirty: Object.keys(changed).length > 0,
  }
}

/** How many links to correct; null when none is marked. */
function toCorrect(marked: number): string | null {
  if (marked === 0) return null
  return marked === 1 ? 'Correggi il link segnato.' : `Correggi i ${marked} link segnati.`
}
