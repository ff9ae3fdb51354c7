import { useState, type RefObject } from 'react'
import type { setTraderLinks } from '#features/traders/links-contract.ts'
import type { TraderLink } from '#shared/links.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { changedLinks, linkFaults, withoutSent, type StoredLinks, type TypedLinks } from './links-draft.ts'

interface Saving {
  traderId: string
  stored: StoredLinks
  canEdit: boolean
  host: string
  onSaved: (links: StoredLinks) => void
  onRefused: () => void
}

type Form = RefObject<HTMLFormElement | null>

/** What is typed of the links, until it is saved: no refresh and no lost place takes it away. */
export function useLinksForm({ traderId, stored, canEdit, host, onSaved, onRefused }: Saving, element: Form) {
  const [typed, setTyped] = useState<TypedLinks>({})
  const [faults, setFaults] = useState<Partial<Record<TraderLink, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const changed = changedLinks(stored, typed)

  function write(name: TraderLink, text: string): void {
    setTyped((before) => ({ ...before, [name]: text }))
    setFaults(({ [name]: _gone, ...others }) => others)
  }

  function refuse(found: Partial<Record<TraderLink, string>>): void {
    const names = Object.keys(found)
    setFaults(found)
    const fields = [...(element.current?.querySelectorAll('input') ?? [])]
    const first = fields.find((input) => names.includes(input.name))
    // A field may be folded away.
    first?.closest('details')?.setAttribute('open', '')
    first?.focus()
  }

  async function save(): Promise<void> {
    if (busy || !canEdit) return
    setRefusal(null)
    if (Object.keys(changed).length === 0) return toast('Nessun link è cambiato.', 'info')
    const wrong = linkFaults(changed, host)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    try {
      const { message, links } = await send<typeof setTraderLinks>('POST /api/trader/links', {
        body: { trader_id: traderId, links: changed },
      })
      onSaved(links)
      setTyped((before) => withoutSent(before, changed))
      toast(message, 'ok')
    } catch (error) {
      const { fields, message, type } = readError(error)
      const found = Object.fromEntries(
        Object.entries(fields).map(([field, sentence]) => [field.replace(/^links\./, ''), sentence]),
      )
      if (Object.keys(found).length > 0) refuse(found)
      else setRefusal(message)
      if (type === 'LINKS_RESERVED') onRefused()
    } finally {
      setBusy(false)
    }
  }

  return {
    typed,
    faults,
    refusal: refusal ?? toCorrect(Object.keys(faults).length),
    busy,
    write,
    save,
    isDirty: Object.keys(changed).length > 0,
  }
}

/** What is left to do; null where no link is marked. */
function toCorrect(marked: number): string | null {
  if (marked === 0) return null
  return marked === 1 ? 'Correggi il link segnato.' : `Correggi i ${marked} link segnati.`
}
