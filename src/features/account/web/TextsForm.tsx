import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { updateProfile } from '#features/account/contract.ts'
import { BIO_MAX, SOCIAL_TEXT_MAX, bioProblem, socialTextProblem } from '#features/account/rules.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import * as format from '#shared/format/format.ts'
import { normaliseLine, normaliseParagraphs } from '#shared/text/normalise-text.ts'
import { send, type ApiError } from '#web/api.ts'
import { inputStays } from '#web/screen-texts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { useFieldErrors, type FieldErrors } from '#web/ui/forms/useFields.ts'
import { useLeaveGuard } from '#web/ui/forms/useLeaveGuard.tsx'
import { readDraft, storeDraft, type Draft } from './draft.ts'
import { cacheSaved, type Profile } from './own-profile.ts'
import { SharePreview } from './SharePreview.tsx'

type Name = keyof Required<Draft>

const rules = {
  bio: { tidy: normaliseParagraphs, problem: bioProblem },
  social_text: { tidy: normaliseLine, problem: socialTextProblem },
}
const names = ['bio', 'social_text'] as const

/** The fields of a draft that differ from what is saved. */
function unsaved(draft: Draft, saved: Profile): Draft {
  const entries = names.flatMap((name) => {
    const text = draft[name]
    return text === undefined || rules[name].tidy(text) === saved[name] ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}

function errorsOf(draft: Draft): FieldErrors<Name> {
  const entries = names.flatMap((name) => {
    const text = rules[name].tidy(draft[name] ?? '')
    const problem = text === null ? null : rules[name].problem(text)
    return problem === null ? [] : [[name, problem] as const]
  })
  return Object.fromEntries(entries)
}

/** The trader's texts. A draft is stored while it is typed; leaving the page with one is confirmed first. */
export function TextsForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => readDraft(profile.username))
  const [wasRestored, setRestored] = useState(() => Object.keys(unsaved(draft, profile)).length > 0)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [wasDropped, setDropped] = useState(false)
  const status = useRef<HTMLOutputElement>(null)
  const fields = useFieldErrors(names)
  const changes = unsaved(draft, profile)
  const isDirty = Object.keys(changes).length > 0

  useEffect(() => {
    // The pressed button is gone or disabled: the outcome takes the focus, unless it was moved.
    const isLost = document.activeElement?.matches('body, :disabled') ?? true
    if (!isDirty && isLost && (wasDropped || savedAt !== null)) status.current?.focus()
  }, [isDirty, wasDropped, savedAt])

  const update = (next: Draft) => {
    setDraft(next)
    storeDraft(profile.username, unsaved(next, profile))
  }
  const saving = useAction(
    ({ sent }: { sent: Draft; written: Draft }) =>
      send<typeof updateProfile>('PUT /api/account/profile', { body: sent }),
    {
      onDone(saved, { sent, written }) {
        cacheSaved(client, Object.fromEntries(names.flatMap((name) => (name in sent ? [[name, saved[name]]] : []))))
        // Text that was typed while the call was on its way stays a draft.
        setDraft((now) => {
          const rest = names.flatMap((name) => (now[name] === written[name] ? [] : [[name, now[name]] as const]))
          storeDraft(profile.username, Object.fromEntries(rest))
          return Object.fromEntries(rest)
        })
        setRestored(false)
        setSavedAt(Date.now())
      },
      onError: (error) => fields.show(error.fields),
    },
  )
  const drop = () => {
    update({})
    fields.show({})
    saving.clear()
    setRestored(false)
  }
  const question = useLeaveGuard(isDirty, drop)
  const write = (name: Name, text: string) => {
    update({ ...draft, [name]: text })
    fields.clear(name)
    setSavedAt(null)
    setDropped(false)
  }
  const isSaving = saving.isBusy
  const save = () => {
    if (!isDirty) return
    saving.clear()
    if (!fields.show(errorsOf(changes))) void saving.run({ sent: changes, written: draft })
  }

  const fieldOf = (name: Name, maximum: number) => {
    const text = draft[name] ?? profile[name] ?? ''
    return {
      ...fields.wire(name),
      value: text,
      note: `${format.count(graphemes(text))}/${maximum}`,
      onChange: (event: { target: { value: string } }) => write(name, event.target.value),
    }
  }
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
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
      <SaveError error={saving.error} />
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

function SaveError({ error }: { error: ApiError | null }) {
  if (error?.status === 401) {
    return (
      <Alert tone="danger" lead="Sessione scaduta" live>
        Accedi di nuovo: quello che hai scritto resta qui.
      </Alert>
    )
  }
  return <ActionError error={error} lead="Profilo non salvato." textOf={({ message }) => `${message} ${inputStays}`} />
}
