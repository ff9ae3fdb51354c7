import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { getMyShowcase } from '#features/showcases/contract.ts'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { q } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { errorsOf, acceptedContent, withoutError, type FieldErrors } from './checks.ts'
import { parseDraft, storedDraft } from './draft.ts'
import { contentOf, firstContent, formOf, type Form } from './form.ts'
import { typedErrors } from './fields/services.ts'
import type { Base, MyShowcase, OwnShowcase } from './save.ts'
import { useDeviceDraft } from './useDeviceDraft.ts'

export const home = '/?view=my-showcase'

interface Saving {
  submit: boolean
  /** The saved version on which the content is made. */
  on: Base
  content: ShowcaseContent
}

export interface Conflict {
  theirs: OwnShowcase
  submit: boolean
}

function baseOf({ showcase, trader_info: account }: MyShowcase): Base {
  const content = contentOf(formOf(showcase ?? firstContent(account)))
  return { showcaseId: showcase?.showcase_id ?? null, version: showcase?.version ?? null, content }
}

const same = (a: ShowcaseContent, b: ShowcaseContent) => JSON.stringify(a) === JSON.stringify(b)

/** The editor's state: content, base version, draft on the device and outcome of the last save. */
export function useEditor(mine: MyShowcase, myfxbookHost: string) {
  const client = useQueryClient()
  const traderId = mine.trader_info.trader_id
  const [opened] = useState(() => {
    const base = baseOf(mine)
    const stored = storedDraft(traderId)
    const draft = parseDraft(stored)
    const isRestored = draft !== null && (draft.service !== '' || !same(contentOf(formOf(draft.content)), base.content))
    return { base, stored, draft: isRestored ? draft : null }
  })
  const [base, setBase] = useState<Base>(() =>
    opened.draft === null ? opened.base : { ...opened.base, version: opened.draft.base },
  )
  const [form, setForm] = useState<Form>(() => formOf(opened.draft?.content ?? base.content, opened.draft?.service))
  const [isRestored, setRestored] = useState(opened.draft !== null)
  /** The content that "Scarta" dropped. It can be restored until the next change. */
  const [dropped, setDropped] = useState<{ form: Form; version: number | null } | null>(null)
  /** The showcase was deleted while it was open. */
  const [isGone, setGone] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isOver, setOver] = useState(false)
  /** The fields that the server refused at the last save. */
  const refused = useRef<FieldErrors>({})
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  }, [form])

  const content = contentOf(form)
  const isDirty = form.service !== '' || !same(content, base.content)

  const saving = useAction(
    async ({ submit, on, content: sent }: Saving) => {
      // The code loads with the first save.
      const { saveShowcase } = await import('./save.ts')
      return saveShowcase(client, on, acceptedContent(sent, myfxbookHost), submit)
    },
    {
      onDone(outcome, { submit, content: sent }) {
        if (outcome.name === 'saved') {
          const { showcaseId, version, message } = outcome
          finish({ showcaseId, version, content: sent }, submit, message)
        } else if (outcome.name === 'conflict') setConflict({ theirs: outcome.theirs, submit })
        else {
          setBase(baseOf({ ...mine, showcase: null }))
          setGone(true)
        }
      },
      async onError({ status, fields }) {
        refused.current = fields
        if (status !== 401) return Object.keys(fields).length > 0
        setOver(true)
        const { goToSignIn } = await import('./save.ts')
        goToSignIn()
        return true
      },
    },
  )

  /** Sets all fields to a version of the server. */
  const reset = (to: Base) => {
    setBase(to)
    setForm(formOf(to.content))
    setErrors({})
    saving.clear()
    setRestored(false)
    setDropped(null)
    setGone(false)
    setTouched(false)
  }
  const reload = async () => {
    const key = q<typeof getMyShowcase>('GET /api/my-showcase', {})
    reset(baseOf(await client.fetchQuery({ ...key, staleTime: 0 })))
  }
  const device = useDeviceDraft({
    traderId,
    stored: opened.stored,
    content,
    service: form.service,
    base: base.version,
    isDirty,
    isTouched,
    // Where the reload fails, the page goes on with its present content.
    onGone: () => void reload().catch(() => undefined),
  })

  const change = (path: string, next: (form: Form) => Form) => {
    setForm(next)
    setTouched(true)
    setRestored(false)
    setDropped(null)
    setErrors((now) => withoutError(now, path))
  }
  /**
   * @param on the saved version that the content is made on
   * @returns the errors by field
   */
  const save = async (submit: boolean, on: Base = base): Promise<FieldErrors> => {
    if (saving.isRunning()) return {}
    saving.clear()
    setOver(false)
    const found = { ...errorsOf(content, submit, myfxbookHost), ...typedErrors(form) }
    if (Object.keys(found).length > 0) return found
    device.storeNow()
    refused.current = {}
    await saving.run({ submit, on, content })
    return refused.current
  }

  const finish = (saved: Base, submit: boolean, message: string) => {
    const isAll = latest.current.service === '' && same(contentOf(latest.current), saved.content)
    setBase(saved)
    setRestored(false)
    setDropped(null)
    setGone(false)
    if (isAll) {
      device.clear()
      setTouched(false)
    }
    void client.invalidateQueries({ queryKey: ['GET /api/my-showcase'] })
    toast(message, 'ok')
    // Words written during the save keep the page open.
    if (submit && isAll) navigate(home)
  }

  return {
    form,
    content,
    base,
    errors,
    busy: saving.isBusy ? (saving.input?.submit === true ? ('publish' as const) : ('draft' as const)) : null,
    /** Why the last save failed, and whether it was to publish. */
    refusal: saving.error === null ? null : { error: saving.error, submit: saving.input?.submit === true },
    isOver,
    isRestored,
    dropped,
    isGone,
    isDirty,
    device,
    conflict,
    change,
    setErrors,
    save,
    /** Returns to the server's version as it was read last, which may have been by a conflict. */
    discard: () => {
      device.clear()
      reset(baseOf(mine))
      setDropped({ form, version: base.version })
    },
    undoDiscard: () => {
      if (dropped === null) return
      setBase({ ...base, version: dropped.version })
      setForm(dropped.form)
      setDropped(null)
      setRestored(true)
    },
    takeOther: () => {
      const { other } = device
      if (other === null) return
      setBase({ ...base, version: other.base })
      setForm(formOf(other.content, other.service))
      setErrors({})
      device.dismissOther()
    },
    decideLater: () => setConflict(null),
    keepMine: async (): Promise<FieldErrors> => {
      if (conflict === null) return {}
      const { theirs, submit } = conflict
      const on: Base = { ...baseOf({ ...mine, showcase: theirs }), content: base.content }
      setConflict(null)
      setBase(on)
      return save(submit, on)
    },
    takeTheirs: () => {
      if (conflict === null) return
      setConflict(null)
      device.clear()
      reset(baseOf({ ...mine, showcase: conflict.theirs }))
    },
  }
}

export type Editor = ReturnType<typeof useEditor>
