import { useEffect, useRef, useState } from 'react'
import { uploadStarted } from './running.ts'
import { isCalledOff, sendFile } from './transfer.ts'
import { useTransferError } from './useTransferError.ts'

interface Refusal {
  error: unknown
  again: () => void
}

export interface Upload {
  /** Bytes on their way; null while nothing is sent. */
  sending: { done: number; total: number | null } | null
  refusal: Refusal | null
  /** Where something was called off. */
  wasCalledOff: boolean
  /** What was said of the last one is forgotten. */
  begin: () => void
  deliver: (file: Blob, name: string) => Promise<void>
  cancel: () => void
}

/**
 * One file at a time on its way to an address, tried again as it is where it fails. It ends with the field.
 * @param onStored what the server answered, and the file that was sent
 */
export function useUpload<Answer>(to: string, onStored: (answer: Answer, file: Blob, name: string) => void): Upload {
  const [sending, setSending] = useState<Upload['sending']>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [wasCalledOff, setCalledOff] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  useTransferError(refusal?.error ?? null)

  const begin = () => {
    setRefusal(null)
    setCalledOff(false)
  }
  async function deliver(file: Blob, name: string): Promise<void> {
    begin()
    setSending({ done: 0, total: null })
    abort.current = new AbortController()
    const { signal } = abort.current
    const ended = uploadStarted()
    try {
      const onProgress = (done: number, total: number | null) => setSending({ done, total })
      const answer = await sendFile<Answer>(to, file, { name, signal, onProgress })
      if (signal.aborted) return
      setSending(null)
      onStored(answer, file, name)
    } catch (error) {
      setSending(null)
      if (isCalledOff(error)) setCalledOff(true)
      else setRefusal({ error, again: () => void deliver(file, name) })
    } finally {
      ended()
    }
  }
  return { sending, refusal, wasCalledOff, begin, deliver, cancel: () => abort.current.abort() }
}
