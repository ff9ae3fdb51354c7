import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { contactFields, incomplete } from '#features/contacts/contract.ts'
import type { sendMessage } from '#features/contacts/contract.ts'
import { isSubject, longest, subjects, subjectWords } from '#features/contacts/rules.ts'
import type { Subject } from '#features/contacts/rules.ts'
import * as format from '#shared/format.ts'
import type { Viewer } from '#shared/viewer.ts'
import { readError, send } from '#web/api.ts'
import { useUrl } from '#web/router.ts'
import { useToken, viewerQuery } from '#web/session.ts'
import { useHydrated } from '#web/useHydrated.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/Field.tsx'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'

const names = ['name', 'email', 'subject', 'message'] as const
type Fields = z.input<typeof contactFields>
/** The choice that nobody made yet. */
const unchosen = '' as Subject
const nothing: Fields = { name: '', email: '', subject: unchosen, message: '' }

/** Who is signed in, whose name and address are known: null of visitors, undefined while it is not known. */
function useWriter(): { id: string; name: string; email: string } | null | undefined {
  const token = useToken()
  const { data, error } = useQuery({
    ...viewerQuery<Viewer>(),
    enabled: token !== null,
    staleTime: 60_000,
  })
  if (token === null || error !== null) return null
  return data && { id: data.trader_id, name: data.trader_info.display_name, email: data.trader_info.email }
}

interface Outcome {
  tone: 'ok' | 'danger'
  lead: string
  text?: string
}

/** Four fields and what became of them. What was typed outlives a failure and a reload. */
export function ContactForm() {
  const isHydrated = useHydrated()
  const writer = useWriter()
  const { search } = useUrl()
  const [asked, order] = [search.get('subject'), search.get('order')]
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [faulty, setFaulty] = useState<keyof Fields | null>(null)
  const [trap, setTrap] = useState('')
  const form = useForm<Fields, unknown, Fields>({
    resolver: standardSchemaResolver(contactFields),
    defaultValues: nothing,
    shouldFocusError: false,
  })
  const { register, handleSubmit, getValues, setValue, setError, setFocus, control, formState } = form
  const { errors, isSubmitting } = formState
  const message = useWatch({ control, name: 'message' })
  const submitButton = useRef<HTMLButtonElement>(null)
  /** When the form appeared; null where what it holds was typed before. */
  const appeared = useRef<number | null>(null)
  const owner = useRef<string | null>(null)

  useEffect(() => {
    appeared.current = performance.now()
  }, [])

  useEffect(() => {
    if (!isHydrated || writer === undefined) return
    owner.current = writer?.id ?? null
    const draft = readDraft(owner.current)
    if (draft !== null) appeared.current = null
    const kept = draft?.subject ?? ''
    const wanted: Fields = {
      name: draft?.name || writer?.name || '',
      email: draft?.email || writer?.email || '',
      subject: isSubject(asked) ? asked : isSubject(kept) ? kept : unchosen,
      message: draft?.message || (order !== null && isOrder(order) ? `Ordine ${order}\n\n` : ''),
    }
    // What was typed meanwhile stays.
    const typed = getValues()
    for (const name of names) if (typed[name] === '') setValue(name, wanted[name])
    // Once for each who writes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isHydrated, writer?.id, writer === undefined])

  // Not before the fields are enabled again.
  useEffect(() => {
    if (isSubmitting || faulty === null) return
    setFocus(faulty)
    setFaulty(null)
  }, [isSubmitting, faulty, setFocus])

  const submit = handleSubmit(
    async (given) => {
      setOutcome(null)
      // The fields are disabled while it is on its way: the focus waits here.
      submitButton.current?.focus()
      try {
        const since = appeared.current
        const elapsed = since === null ? null : performance.now() - since
        const body = { ...given, extra_notes: trap, elapsed_ms: elapsed }
        const { message: said } = await send<typeof sendMessage>('POST /api/contacts', { body })
        forgetDraft()
        setValue('message', '')
        setValue('subject', unchosen)
        setOutcome({ tone: 'ok', lead: said })
      } catch (error) {
        const failure = readError(error)
        const refused = names.filter((name) => failure.fields[name] !== undefined)
        for (const name of refused) setError(name, { message: failure.fields[name] ?? '' })
        setFaulty(refused[0] ?? null)
        setOutcome({ tone: 'danger', lead: leadOf(failure) })
      }
    },
    (faults) => {
      const refused = names.filter((name) => faults[name] !== undefined)
      const isIncomplete = refused.every((name) => faults[name]?.message === incomplete)
      setFaulty(refused[0] ?? null)
      setOutcome({
        tone: 'danger',
        lead: isIncomplete ? incomplete : 'Controlla i campi segnalati',
        text: `${refused.map((name) => labels[name]).join(', ')}.`,
      })
    },
  )

  const errorOf = (name: keyof Fields) => errors[name]?.message
  return (
    <form
      className="grid gap-[18px]"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={() => keepDraft(getValues(), owner.current)}
    >
      {outcome !== null && (
        <Alert tone={outcome.tone} lead={outcome.lead} live>
          {outcome.text}
        </Alert>
      )}
      <fieldset className="grid gap-[18px]" disabled={isSubmitting}>
        <legend className="sr-only">Il tuo messaggio</legend>
        <div className="grid grid-cols-2 gap-x-5 gap-y-[18px] max-[820px]:grid-cols-1">
          <TextField label={labels.name} autoComplete="name" error={errorOf('name')} {...register('name')} />
          <TextField
            label={labels.email}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={errorOf('email')}
            {...register('email')}
          />
        </div>
        <SelectField label={labels.subject} error={errorOf('subject')} {...register('subject')}>
          <option value="">Scegli un oggetto</option>
          {subjects.map((subject) => (
            <option key={subject} value={subject}>
              {subjectWords[subject]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={labels.message}
          note={message.length < longest.message * 0.8 ? undefined : counter(message.length)}
          rows={6}
          placeholder="Racconta cosa è successo"
          error={errorOf('message')}
          {...register('message')}
        />
        {/* People neither see nor reach it. */}
        <div className="sr-only" aria-hidden="true">
          <label>
            Lascia vuoto
            <input
              type="text"
              name="extra_notes"
              tabIndex={-1}
              autoComplete="off"
              value={trap}
              onChange={(event) => setTrap(event.target.value)}
            />
          </label>
        </div>
      </fieldset>
      <p className="text-ui text-ink-3">
        Usiamo questi dati solo per risponderti e li cancelliamo dopo 12 mesi. Dettagli nella{' '}
        <a href="/privacy/index.html" target="_blank" rel="noopener">
          privacy
        </a>
        .
      </p>
      <div>
        <Button
          ref={submitButton}
          type="submit"
          variant="primary"
          size="lg"
          disabled={!isHydrated}
          busy={isSubmitting && 'Invio...'}
        >
          <Send size={17} strokeWidth={1.75} aria-hidden />
          Invia il messaggio
        </Button>
      </div>
    </form>
  )
}

const labels: Record<keyof Fields, string> = { name: 'Nome', email: 'Email', subject: 'Oggetto', message: 'Messaggio' }

/** What an address may put into the text: the number of an order, and nothing else. */
function isOrder(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

function counter(length: number): string {
  return `${format.count(length)} di ${format.count(longest.message)}`
}

/** The sentences of the product for what went wrong on the way; a refusal says why itself. */
function leadOf({ status, message, body }: ReturnType<typeof readError>): string {
  return status === 0 || (status < 500 && body !== null) ? message : "Errore nell'invio del messaggio"
}
