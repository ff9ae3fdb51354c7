import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { updateProfile } from '#features/account/contract.ts'
import { BIO_MAX, SOCIAL_TEXT_MAX, bioProblem, socialTextProblem } from '#features/account/rules.ts'
import { graphemes } from '#shared/graphemes.ts'
import * as format from '#shared/format.ts'
import { normaliseLine, normaliseParagraphs } from '#shared/normalise-text.ts'
import { readError, send } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { useLeaveGuard } from '#web/ui/forms/useLeaveGuard.tsx'
import { keepDraft, readDraft, type Draft } from './draft.ts'
import { isSignedOut, keepSaved, type Profile } from './own-profile.ts'
import { SharePreview } from './SharePreview.tsx'

type Name = keyof Required<Draft>
type Faults = Partial<Record<Name, string>>

const rules = {
  bio: { tidy: normaliseParagraphs, problem: bioProblem },
  social_text: { tidy: normaliseLine, problem: socialTextProblem },
}
const names = ['bio', 'social_text'] as const

/** What is left of a draft that says the same as what is saved is nothing. */
function unsaved(draft: Draft, saved: Profile): Draft {
  const entries = names.flatMap((name) => {
    const text = draft[name]
    return text === undefined || rules[name].tidy(text) === saved[name] ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}

function faultsOf(draft: Draft): Faults {
  const entries = names.flatMap((name) => {
    const text = rules[name].tidy(draft[name] ?? '')
    const problem = text === null ? null : rules[name].problem(text)
    return problem === null ? [] : [[name, problem] as const]
  })
  return Object.fromEntries(entries)
}

/** What a trader says of themselves: kept while it is written, asked after before it is left. */
export function TextsForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => readDraft(profile.username))
  const [wasRestored, setRestored] = useState(() => Object.keys(unsaved(draft, profile)).length > 0)
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [wasDropped, setDropped] = useState(false)
  const status = useRef<HTMLOutputElement>(null)
  const fields = useRef<Partial<Record<Name, HTMLTextAreaElement | null>>>({})
  const changes = unsaved(draft, profile)
  const isDirty = Object.keys(changes).length > 0
  const isOver = isSignedOut(refusal)

  useEffect(() => {
    // The button that was pressed is gone, or off: what came of it takes the focus, where nobody moved on.
    const isLost = document.activeElement?.matches('body, :disabled') ?? true
    if (!isDirty && isLost && (wasDropped || savedAt !== null)) status.current?.focus()
  }, [isDirty, wasDropped, savedAt])

  const keep = (next: Draft) => {
    setDraft(next)
    keepDraft(profile.username, unsaved(next, profile))
  }
  const drop = () => {
    keep({})
    setFaults({})
    setRefusal(null)
    setRestored(false)
  }
  const question = useLeaveGuard(isDirty, drop)
  const write = (name: Name, text: string) => {
    keep({ ...draft, [name]: text })
    setFaults({ ...faults, [name]: undefined })
    setSavedAt(null)
    setDropped(false)
  }
  const point = (found: Faults) => {
    setFaults(found)
    const first = names.find((name) => found[name] !== undefined)
    if (first !== undefined) fields.current[first]?.focus()
    return first !== undefined
  }

  async function save() {
    if (isSaving || !isDirty) return
    setRefusal(null)
    if (point(faultsOf(changes))) return
    setSaving(true)
    try {
      const saved = await send<typeof updateProfile>('PUT /api/account/profile', { body: changes })
      keepSaved(client, Object.fromEntries(names.flatMap((name) => (name in changes ? [[name, saved[name]]] : []))))
      // What was typed while it was on its way stays a draft.
      setDraft((now) => {
        const rest = Object.fromEntries(names.flatMap((name) => (now[name] === draft[name] ? [] : [[name, now[name]]])))
        keepDraft(profile.username, rest)
        return rest
      })
      setRestored(false)
      setSavedAt(Date.now())
    } catch (error) {
      if (!point(readError(error).fields)) setRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  const fieldOf = (name: Name, maximum: number) => {
    const text = draft[name] ?? profile[name] ?? ''
    return {
      name,
      value: text,
      note: `${format.count(graphemes(text))}/${maximum}`,
      error: faults[name],
      ref: (area: HTMLTextAreaElement | null) => {
        fields.current[name] = area
      },
      onChange: (event: { target: { value: string } }) => write(name, event.target.value),
    }
  }
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {wasRestored && isDirty && (
        <Alert tone="info" lead="Modifiche non salvate ritrovate.">
          Sono quelle che stavi scrivendo: salvale o annullale.
        </Alert>
      )}
      <div className="account-pair">
        <TextAreaField
          label="Bio"
          rows={9}
          help="Compare sul tuo profilo pubblico. Solo testo, niente promesse di rendimento."
          {...fieldOf('bio', BIO_MAX)}
        />
        <div className="grid gap-5">
          <TextAreaField
            label="Testo per la condivisione"
            rows={2}
            help="Una frase che accompagna il link al tuo profilo nelle chat e sui social."
            {...fieldOf('social_text', SOCIAL_TEXT_MAX)}
          />
          <SharePreview profile={profile} text={normaliseLine(draft.social_text ?? profile.social_text ?? '')} />
        </div>
      </div>
      {refusal !== null && <SaveRefusal error={refusal} isOver={isOver} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={!isDirty} busy={isSaving && 'Salvataggio...'}>
          Salva il profilo
        </Button>
        {isDirty && (
          <Button
            disabled={isSaving}
            onClick={() => {
              drop()
              setSavedAt(null)
              setDropped(true)
            }}
          >
            Annulla modifiche
          </Button>
        )}
        <output ref={status} tabIndex={-1} className="text-ui text-ink-2 outline-none">
          {isDirty && !isSaving && 'Modifiche non salvate.'}
          {!isDirty && wasDropped && 'Modifiche annullate.'}
          {!isDirty && savedAt !== null && `Salvato alle ${format.time(savedAt)}.`}
        </output>
      </div>
      {question}
    </form>
  )
}

function SaveRefusal({ error, isOver }: { error: unknown; isOver: boolean }) {
  if (isOver) {
    return (
      <Alert tone="danger" lead="Sessione scaduta" live>
        Accedi di nuovo: quello che hai scritto resta qui.
      </Alert>
    )
  }
  return (
    <Alert tone="danger" lead="Profilo non salvato." live>
      {readError(error).message} Quello che hai scritto resta qui.
    </Alert>
  )
}
