import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { listBackups, makeBackup } from '#features/system/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { noConnection, q, send, type ApiError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { useAction } from '#web/hooks/useAction.ts'

const key = 'GET /api/admin/system/backups'
/** The list is read again at this interval until a backup is verified; milliseconds. */
const proofMs = 3_000

export type ListedBackup = ResponseOf<typeof listBackups>['backups'][number]

/** The backups, the newest first. While one waits for its verification they are read every few seconds. */
export function useBackups() {
  return useQuery({
    ...live(q<typeof listBackups>(key, {})),
    refetchInterval: ({ state }) => (state.data?.backups[0]?.state === 'waiting' ? proofMs : 30_000),
  })
}

export const sizeText = (megabytes: number) => `${format.decimal(megabytes)}\u00a0MB`

type Making =
  | { stage: 'idle' }
  | { stage: 'busy'; since: number }
  | { stage: 'made'; name: string; megabytes: number }
  | { stage: 'failed'; lead: string; text: string }

let making: Making = { stage: 'idle' }
const listeners = new Set<() => void>()

function move(to: Making): void {
  making = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const leads: Record<string, string> = {
  BACKUP_RUNNING: 'Un altro backup è in corso.',
  TOO_MANY_REQUESTS: 'Troppi backup.',
}

/** One backup at a time. Panel and page show the same one, and it continues when one of them closes. */
export function useMakeBackup(): { state: Making; make: () => void } {
  const client = useQueryClient()
  const state = useSyncExternalStore(
    subscribe,
    () => making,
    () => making,
  )
  const refresh = () => client.invalidateQueries({ queryKey: [key] })
  const { run } = useAction(() => send<typeof makeBackup>('POST /api/admin/system/backup', {}), {
    onDone({ backup_filename: name, backup_size_mb: megabytes }) {
      move({ stage: 'made', name, megabytes })
      return refresh()
    },
    onError(error) {
      move({ stage: 'failed', ...failureOf(error) })
      return refresh()
    },
  })
  function make(): void {
    if (making.stage === 'busy') return
    move({ stage: 'busy', since: Date.now() })
    void run()
  }
  return { state, make }
}

function failureOf({ status, type, message }: ApiError): { lead: string; text: string } {
  return status === 0
    ? {
        lead: `${noConnection}.`,
        text: 'Il backup può essere comunque in corso: guarda tra un minuto se è in elenco, poi riprova.',
      }
    : { lead: leads[type ?? ''] ?? 'Errore durante il backup.', text: message }
}

/** Whole seconds since a moment, updated each second. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1_000))
}
