import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { listBackups, makeBackup } from '#features/system/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { q, readError, send } from '#web/api.ts'
import { live } from '#web/query.ts'

const key = 'GET /api/admin/system/backups'
/** A proof takes seconds: until it is there the list is read again as often. */
const proofMs = 3_000

export type ListedBackup = ResponseOf<typeof listBackups>['backups'][number]

/** The backups, the newest first; while one waits for its proof they are asked for every few seconds. */
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

/** One backup at a time, in the panel and on the page: both show it, and it goes on where one of them is closed. */
export function useMakeBackup(): { state: Making; make: () => Promise<void> } {
  const client = useQueryClient()
  const state = useSyncExternalStore(
    subscribe,
    () => making,
    () => making,
  )
  async function make(): Promise<void> {
    if (making.stage === 'busy') return
    move({ stage: 'busy', since: Date.now() })
    try {
      const made = await send<typeof makeBackup>('POST /api/admin/system/backup', {})
      move({ stage: 'made', name: made.backup_filename, megabytes: made.backup_size_mb })
    } catch (error) {
      const { status, type, message } = readError(error)
      move(
        status === 0
          ? {
              stage: 'failed',
              lead: 'Errore di connessione.',
              text: 'Il backup può essere comunque in corso: guarda tra un minuto se è in elenco, poi riprova.',
            }
          : { stage: 'failed', lead: leads[type ?? ''] ?? 'Errore durante il backup.', text: message },
      )
    }
    await client.invalidateQueries({ queryKey: [key] })
  }
  return { state, make }
}

/** Whole seconds since a moment, counted on while it is watched. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - since) / 1_000))
}
