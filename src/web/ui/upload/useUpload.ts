import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api.ts'
import { useAction } from '../../hooks/useAction.ts'
import { uploadStarted } from './running.ts'
import { useTransferError } from './useTransferError.ts'

export interface Upload {
  /** Bytes sent so far; null while nothing is sent. */
  sending: { done: number; total: number | null } | null
  error: ApiError | null
  /** The person cancelled the last upload. */
  wasCancelled: boolean
  /** Removes the last upload's message from the screen. */
  clear: () => void
  send: (file: Blob, name: string) => void
  /** Sends the last file again. */
  retry: () => void
  cancel: () => void
}

/**
 * Sends one file at a time to an address. Leaving the field cancels it.
 * @param onStored receives the server's answer, and the sent file
 */
export function useUpload<Answer>(to: string, onStored: (answer: Answer, file: Blob, name: string) => void): Upload {
  const [sending, setSending] = useState<Upload['sending']>(null)
  const [wasCancelled, setCancelled] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  const { run, error, input, clear } = useAction(
    async ({ file, name }: { file: Blob; name: string }) => {
      const { signal } = abort.current
      const ended = uploadStarted()
      try {
        const onProgress = (done: number, total: number | null) => setSending({ done, total })
        // Loaded with the first file: no screen waits for it.
        const { sendFile } = await import('./transfer.ts')
        return await sendFile<Answer>(to, file, { name, signal, onProgress })
      } finally {
        ended()
        setSending(null)
      }
    },
    {
      onDone: (answer, { file, name }) => !abort.current.signal.aborted && onStored(answer, file, name),
      onError() {
        setCancelled(abort.current.signal.aborted)
        return abort.current.signal.aborted
      },
    },
  )
  useTransferError(error)

  function send(file: Blob, name: string): void {
    setCancelled(false)
    setSending({ done: 0, total: null })
    abort.current = new AbortController()
    void run({ file, name })
  }
  return {
    sending,
    error,
    wasCancelled,
    clear() {
      clear()
      setCancelled(false)
    },
    send,
    retry: () => input !== undefined && send(input.file, input.name),
    cancel: () => abort.current.abort(),
  }
}
