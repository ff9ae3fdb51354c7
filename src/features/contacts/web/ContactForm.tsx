import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { sendMessage } from '#features/contacts/contract.ts'
import { incomplete, isSubject, longest, subjects, subjectLabels } from '#features/contacts/rules.ts'
import type { Subject } from '#features/contacts/rules.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { required } from '#shared/field-texts.ts'
import * as format from '#shared/format/format.ts'
import type { Viewer } from '#shared/viewer.ts'
import { send, type ApiError } from '#web/api.ts'
import { useUrl } from '#web/router.ts'
import { useToken, viewerQuery } from '#web/session.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/Field.tsx'
import { lazyResolver } from '#web/ui/forms/lazyResolver.ts'
import { showFieldErrors } from '#web/ui/forms/showFieldErrors.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { deleteDraft, readDraft, storeDraft } from './draft.ts'
import type { Fields } from './schemas.ts'

const names = ['name', 'email', 'subject', 'message'] as const
/** No choice was made yet. */
const unchosen = '' as Subject
const nothing: Fields = { name: '', email: '', subject: unchosen, message: '' }

/** The signed-in person with name and address: null for visitors, undefined while it is loading. */
function useWriter(): { id: string; name: string; email: string } | null | undefined {
  const token = useToken()
  const { data, error } = useQuery({
    ...viewerQuery<Viewer>(),
    enabled: token !== null,
    staleTime: MINUTE_MS,
  })
  if (token === null || error !== null) return null
  return data && { id: data.trader_id, name: data.trader_info.display_name, email: data.trader_info.email }
}

interface Outcome {
  tone: 'ok' | 'danger'
  lead: string
  text?: string
}

const schema = lazyResolver<Fields>(async () => (await import('./schemas.ts')).contactSchema)

/** The form to write to the support. Its text survives a failure and a reload. */
export function ContactForm() {
  const isHydrated = useHydrated()
  const writer = useWriter()
  const { search } = useUrl()
  const [wantedSubject, order] = [search.get('subject'), search.get('order')]
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [toFocus, setToFocus] = useState<keyof Fields | null>(null)
  const [trap, setTrap] = useState('')
  const form = useForm<Fields, unknown, Fields>({
    resolver: schema,
    defaultValues: nothing,
    shouldFocusError: false,
  })
  const { register, handleSubmit, getValues, setValue, setError, setFocus, control, formState } = form
  const { errors, isSubmitting } = formState
  const message = useWatch({ control, name: 'message' })
  const submitButton = useRef<HTMLButtonElement>(null)
  /** When the form appeared; null where it holds a stored draft. */
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
    const drafted = draft?.subject ?? ''
    const initial: Fields = {
      name: draft?.name || writer?.name || '',
      email: draft?.email || writer?.email || '',
      subject: isSubject(wantedSubject) ? wantedSubject : isSubject(drafted) ? drafted : unchosen,
      message: draft?.message || (order !== null && isOrder(order) ? `Ordine ${order}\n\n` : ''),
    }
    // Text that was typed meanwhile stays.
    const typed = getValues()
    for (const name of names) if (typed[name] === '') setValue(name, initial[name])
    // Once for each person.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isHydrated, writer?.id, writer === undefined])

  // Only once the fields are enabled again.
  useEffect(() => {
    if (isSubmitting || toFocus === null) return
    setFocus(toFocus)
    setToFocus(null)
  }, [isSubmitting, toFocus, setFocus])

  const sending = useAction(
    (body: RequestOf<typeof sendMessage>['body']) => send<typeof sendMessage>('POST /api/contacts', { body }),
    {
      onDone({ message: answer }) {
        deleteDraft()
        setValue('message', '')
        setValue('subject', unchosen)
        setOutcome({ tone: 'ok', lead: answer })
      },
      onError(error) {
        showFieldErrors(setError, names, error.fields)
        setToFocus(names.find((name) => error.fields[name] !== undefined) ?? null)
        setOutcome({ tone: 'danger', lead: leadOf(error) })
      },
    },
  )
  const submit = handleSubmit(
    async (given) => {
      setOutcome(null)
      // The fields are disabled meanwhile: the focus waits at the button.
      submitButton.current?.focus()
      const since = appeared.current
      const elapsed = since === null ? null : performance.now() - since
      await sending.run({ ...given, extra_notes: trap, elapsed_ms: elapsed })
    },
    (found) => {
      const wrong = names.filter((name) => found[name] !== undefined)
      const isIncomplete = wrong.every((name) => found[name]?.message === incomplete)
      setToFocus(wrong[0] ?? null)
      setOutcome({
        tone: 'danger',
        lead: `${isIncomplete ? incomplete : 'Controlla i campi segnalati'}:`,
        text: `${wrong.map((name) => labels[name]).join(', ')}.`,
      })
    },
  )

  // The whole sentence stands once, above the form.
  const errorOf = (name: keyof Fields) => {
    const text = errors[name]?.message
    return text === incomplete ? required : text
  }
  return (
    // Not an action of its own: the first field with the focus fetches the schema.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className="grid gap-[18px]"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onFocus={schema.preload}
      onChange={() => storeDraft(getValues(), owner.current)}
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
              {subjectLabels[subject]}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={labels.message}
          note={message.length < longest.message * 0.8 ? undefined : counter(message.length)}
          rows={6}
          placeholder="Raccontaci che cosa è successo"
          error={errorOf('message')}
          {...register('message')}
        />
        {/* Hidden from people: only programs fill it. */}
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
        Usiamo questi dati solo per risponderti e li cancelliamo dopo 12 mesi. I dettagli sono nell’
        <a href="/privacy/index.html" target="_blank" rel="noopener">
          informativa sulla privacy
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

/** An address may put the number of an order into the text, and nothing else. */
function isOrder(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

function counter(length: number): string {
  return `${format.count(length)} di ${format.count(longest.message)}`
}

/** A failure in the sentences of the specification (8, Contact); a refusal has its own. */
function leadOf({ status, message, body }: ApiError): string {
  return status === 0 || (status < 500 && body !== null) ? message : "Errore nell'invio del messaggio"
}
