import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { readTabText, storeTabText } from '#web/storage/tab-storage.ts'
import type { Registration } from './registration.ts'

/** The typed texts survive a reload of this tab. Passwords are never stored. */

export const empty: Registration = {
  display_name: '',
  username: '',
  country: '',
  email: '',
  broker_server: '',
  account_number: '',
  investor_password: '',
  password: '',
  confirm_password: '',
}

const key = 'registration_draft'
const storedFields = ['display_name', 'username', 'country', 'email', 'broker_server', 'account_number'] as const

/** Fills the form with the tab's draft, and stores every change from then on. @param isDone no draft is needed any more */
export function useDraft({ reset, getValues, subscribe }: UseFormReturn<Registration>, isDone: boolean): void {
  useEffect(() => {
    if (isDone) return writeDraft(null)
    const draft = readDraft()
    // Texts typed before hydration are newer.
    if (Object.keys(draft).length > 0) reset({ ...empty, ...draft, ...typedAlready(getValues()) })
    return subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) })
  }, [isDone, reset, getValues, subscribe])
}

function typedAlready(values: Registration): Partial<Registration> {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))
}

function readDraft(): Partial<Registration> {
  try {
    const stored: unknown = JSON.parse(readTabText(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const texts = storedFields.flatMap((name) => {
      const text: unknown = (stored as Record<string, unknown>)[name]
      return typeof text === 'string' && text !== '' ? [[name, text.slice(0, 300)]] : []
    })
    return Object.fromEntries(texts) as Partial<Registration>
  } catch {
    return {}
  }
}

function writeDraft(values: Registration | null): void {
  const typed =
    values === null ? [] : storedFields.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]]))
  storeTabText(key, typed.length === 0 ? null : JSON.stringify(Object.fromEntries(typed)))
}
