import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Send } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { checkClaims } from '#features/showcases/contract.ts'
import { send } from '#web/api.ts'
import { move, navigate, useUrl } from '#web/router.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry, preloadWhenUsed } from '#web/ui/lazyWithRetry.tsx'
import { useRunningUploads } from '#web/ui/upload/running.ts'
import { useIsUsed } from '#web/ui/when-used.ts'
import { useLeaveGuard } from '#web/ui/forms/useLeaveGuard.tsx'
import {
  errorsOf,
  profileIncomplete,
  inOrder,
  isProfileComplete,
  stepErrors,
  acceptedContent,
  type FieldErrors,
} from './checks.ts'
import { focusPath } from './fields/Fields.tsx'
import { shapeOf } from '#features/showcases/rules/shape.ts'
import { invalidContent } from '#features/showcases/texts.ts'
import { DraftStatus, Notices } from './Notices.tsx'
import { stepAddress, stepOf, steps, type StepNumber } from './steps/steps.ts'
import { FullPreview, Preview } from './Preview.tsx'
import { ProfileStep } from './steps/ProfileStep.tsx'
import type { MyShowcase } from './save.ts'
import { typedErrors } from './fields/services.ts'
import { StepList } from './steps/StepList.tsx'
import { Summary } from './Summary.tsx'
import { home, useEditor } from './useEditor.ts'

const meanwhile = <span className="skeleton block h-[400px]" />
// The later steps load at the first use of the page, so that they are ready when they are shown, also without a network.
const LaterSteps = lazyWithRetry(async () => (await import('./later.ts')).LaterSteps, meanwhile)
const PublishStep = lazyWithRetry(async () => (await import('./later.ts')).PublishStep, meanwhile)
const ConflictDialog = lazyWithRetry(async () => (await import('./later.ts')).ConflictDialog)

const leaving = {
  title: 'Uscire senza salvare?',
  text: 'Questo dispositivo non conserva la bozza: se esci senza salvarla la perdi.',
  confirm: 'Esci senza salvare',
}

interface EditorProps {
  mine: MyShowcase
  myfxbookHost: string
  avatar: string | null
}

const onItsWay = 'Un file è ancora in invio: attendi che arrivi, o annullalo, poi riprova.'

/** Four steps beside their preview. The address names the step, so that the browser's back button goes one step back. */
export function Editor({ mine, myfxbookHost, avatar }: EditorProps) {
  const editor = useEditor(mine, myfxbookHost)
  const { content, errors, busy, conflict, device } = editor
  const step = useStep(isProfileComplete(content, myfxbookHost))
  const root = useRef<HTMLDivElement>(null)
  const [lead, setLead] = useState('')
  const [aim, setAim] = useState<{ path: string } | null>(null)
  const shown = useDeferredValue(content)
  const missing = step === 4 ? errorsOf(content, true, myfxbookHost) : {}
  const valid = useMemo(() => acceptedContent(shown, myfxbookHost), [shown, myfxbookHost])
  const claims = useClaims(content, step === 4)
  const uploads = useRunningUploads()
  const question = useLeaveGuard((editor.isDirty && !device.isStored) || uploads > 0, () => undefined, leaving)

  const isUsed = useIsUsed()
  useEffect(() => preloadWhenUsed(PublishStep, ConflictDialog, FullPreview), [])
  useStepFocus(step, root)
  useEffect(() => {
    if (aim !== null) focusPath(root.current, aim.path)
  }, [aim])

  const edit = (path: string) => {
    navigate(stepAddress(path === 'claims' ? 4 : stepOf(path)))
    setAim({ path })
  }
  /** Shows errors, and moves the focus to the first. @returns true where there are any */
  const point = (found: FieldErrors, words: string): boolean => {
    const [first] = inOrder(found)
    editor.setErrors(found)
    if (first === undefined) return false
    setLead(words)
    edit(first.path)
    return true
  }
  const goOn = () => {
    const found = { ...stepErrors(step, content, myfxbookHost), ...(step === 2 && typedErrors(editor.form)) }
    const words =
      step === 1 && !isProfileComplete(content, myfxbookHost) ? profileIncomplete : 'Correggi i campi segnati.'
    if (!point(found, words)) navigate(stepAddress(step + 1))
  }
  const refuse = (found: FieldErrors) => void point(found, invalidContent)
  const save = async (submit: boolean) => {
    if (uploads > 0) return toast(onItsWay, 'danger')
    if (submit && claims.data?.some(({ kind }) => kind === 'promise')) return edit('claims')
    refuse(await editor.save(submit))
  }
  const title = editor.base.showcaseId === null ? 'Crea Vetrina' : 'Modifica Vetrina'
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <a className="editor-back" href={home}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        La mia Vetrina
      </a>
      <h1 tabIndex={-1}>{title}</h1>
      <StepList step={step} />
      <div className="editor" ref={root}>
        <form
          className="min-w-0"
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault()
            if (step < 4) goOn()
          }}
        >
          <Notices
            editor={editor}
            mine={mine}
            onRetry={(submit) => void save(submit)}
            onAnswered={() => focusStep(root.current)}
          />
          <Summary lead={lead} errors={errors} onChoose={edit} />
          <h2 tabIndex={-1} data-step={step} className={step === 4 ? 'outline-none' : 'sr-only'}>
            {step === 4 ? 'Controlla e pubblica' : `Passo ${step} di 4: ${steps[step - 1]?.title}`}
          </h2>
          {/* All steps stay mounted, so that an upload can end and a removed row can be restored. */}
          <div hidden={step !== 1}>
            <ProfileStep editor={editor} />
          </div>
          <div hidden={step !== 2 && step !== 3}>
            {(isUsed || step > 1) && <LaterSteps editor={editor} step={step} />}
          </div>
          {step === 4 && uploads > 0 && (
            <Alert tone="warn" lead="Un file è ancora in invio." live>
              La vetrina si può pubblicare quando è arrivato.
            </Alert>
          )}
          {step === 4 && (
            <PublishStep
              editor={editor}
              status={mine.showcase?.status ?? null}
              missing={missing}
              claims={claims}
              onEdit={edit}
            />
          )}
          <div className="editor-foot">
            {step === 1 ? (
              <span className="text-ui text-ink-2">Passo 1 di 4</span>
            ) : (
              <Button onClick={() => navigate(stepAddress(step - 1))}>
                <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
                Indietro
              </Button>
            )}
            <Button
              className="editor-save"
              busy={busy === 'draft' && 'Salvataggio...'}
              aria-disabled={busy !== null || undefined}
              onClick={() => void save(false)}
            >
              Salva bozza
            </Button>
            {step < 4 ? (
              // The keys make two buttons: one that changed its type between click and action would send the form.
              <Button key="next" type="submit" variant="primary">
                Avanti
                <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
              </Button>
            ) : (
              <Button
                key="publish"
                variant="primary"
                busy={busy === 'publish' && 'Creazione...'}
                aria-disabled={busy !== null || undefined}
                onClick={() => void save(true)}
              >
                <Send size={16} strokeWidth={1.75} aria-hidden />
                Pubblica Vetrina
              </Button>
            )}
          </div>
          <DraftStatus editor={editor} />
        </form>
        <Preview content={shown} valid={valid} isWhole={step === 4} mine={mine} avatar={avatar} />
      </div>
      {conflict !== null && (
        <ConflictDialog
          mine={content}
          theirs={shapeOf(conflict.theirs)}
          savedAt={conflict.theirs.updated_at}
          submit={conflict.submit}
          onKeepMine={() => void editor.keepMine().then(refuse)}
          onTakeTheirs={editor.takeTheirs}
          onLater={editor.decideLater}
        />
      )}
      {question}
    </main>
  )
}

/** The step of the address; the first one while the profile is incomplete. */
function useStep(isOpen: boolean): StepNumber {
  const { search } = useUrl()
  const requestedStep = ([2, 3, 4] as const).find((number) => String(number) === search.get('step')) ?? 1
  const step = isOpen ? requestedStep : 1
  const isOwn = search.get('view') === 'showcase-editor'
  useEffect(() => {
    if (isOwn && step !== requestedStep) navigate(stepAddress(step), { replace: true })
  }, [isOwn, step, requestedStep])
  return step
}

const focusStep = (root: HTMLElement | null) =>
  root?.querySelector<HTMLElement>('[data-step]')?.focus({ preventScroll: true })

/** A new step begins at the top, with its title in focus. */
function useStepFocus(step: StepNumber, root: { current: HTMLElement | null }) {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    if (move() === 'push') window.scrollTo(0, 0)
    focusStep(root.current)
  }, [step, root])
}

/** The claims of the texts beside the register's figures, requested once for each content. */
function useClaims(content: MyClaims, isEnabled: boolean) {
  return useQuery({
    queryKey: ['POST /api/my-showcase/claims', content] as const,
    queryFn: async () => (await send<typeof checkClaims>('POST /api/my-showcase/claims', { body: content })).claims,
    enabled: isEnabled,
    staleTime: Infinity,
  })
}
type MyClaims = ReturnType<typeof shapeOf>
