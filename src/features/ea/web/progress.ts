import { useState } from 'react'
import type { EaStatus } from '#features/ea/contract.ts'
import { readTabText, storeTabText } from '#web/storage/tab-storage.ts'
import type { Platform } from './AdvisorFile.tsx'

/** The owner's progress, and the terminal it is for: stored through a reload of the page. */
interface Progress {
  owner: string
  /** The token for which the steps were done. */
  token: string | null
  claimed: number
  platform: Platform | null
}

const key = 'ea-setup'

function stored(): Progress | null {
  try {
    return JSON.parse(readTabText(key) ?? 'null') as Progress | null
  } catch {
    return null
  }
}

/** Steps of another token and choices of another person are ignored. @param owner username */
export function useProgress(owner: string, { token_created_at: token }: Pick<EaStatus, 'token_created_at'>) {
  const [progress, setProgress] = useState(stored)
  const own = progress?.owner === owner ? progress : null
  const claimed = own?.token === token ? own.claimed : 1
  const platform = own?.platform ?? null
  const keep = (change: Partial<Pick<Progress, 'claimed' | 'platform'>>) => {
    const next = { owner, token, claimed, platform, ...change }
    setProgress(next)
    storeTabText(key, JSON.stringify(next))
  }
  return { claimed, platform, keep }
}
