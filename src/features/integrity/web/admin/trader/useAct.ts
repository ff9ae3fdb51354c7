import { useEffect, useRef, useState } from 'react'
import { readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { lastingFault } from '#shared/lasting-text.ts'
import { statementFault } from '../../cases.ts'
import { useRenew } from './trader-integrity.ts'

export type Faults<F extends string> = Partial<Record<F, string>>

interface ActOptions<F extends string> {
  start: Record<F, string>
  /** At which field a refusal stands that names none. */
  refusedAt: Partial<Record<string, NoInfer<F>>>
  onDone: () => void
}

/** Fields of a question to an admin, what was wrong with them, and the act itself. */
export function useAct<F extends string>({ start, refusedAt, onDone }: ActOptions<F>) {
  const renew = useRenew()
  const [values, setValues] = useState(start)
  const [faults, setFaults] = useState<Faults<F>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  // The first field that was refused has the keyboard.
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  const change = (name: F, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setFaults((before) => ({ ...before, [name]: undefined }))
  }

  /** Runs `work` once nothing is known to be wrong; what it answers is told. Answers whether it was done. */
  async function run(wrong: Faults<F>, work: () => Promise<string>): Promise<boolean> {
    if (isBusy) return false
    setRefusal(null)
    setFaults(wrong)
    if (Object.values(wrong).some((fault) => fault !== undefined)) return false
    setBusy(true)
    try {
      toast(await work(), 'ok')
      await renew()
      onDone()
      return true
    } catch (error) {
      const { status, type, message, fields } = readError(error)
      const named = Object.entries(fields).filter(([name]) => name in start)
      const place = type === undefined ? undefined : refusedAt[type]
      if (named.length > 0) setFaults(Object.fromEntries(named) as Faults<F>)
      else if (place !== undefined) setFaults({ [place]: message } as Faults<F>)
      else setRefusal(status === 0 ? 'Errore di connessione' : message)
      setBusy(false)
      return false
    }
  }

  const wiring = (name: F) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  return { values, faults, refusal, isBusy, form, change, setFaults, setRefusal, wiring, run }
}

/** What is wrong with a reason; nothing where it can be sent. */
export const reasonFault = (reason: string) => {
  const fault = statementFault(reason) ?? lastingFault(reason)
  return fault === undefined ? {} : { reason: fault }
}
