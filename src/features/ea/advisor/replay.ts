import type { AccountFile } from './account-file.ts'
import { createAdvisor, type AdvisorParts, type Progress } from './advisor.ts'
import { playStatement, type Step } from './playback.ts'
import { newestTime } from './statement.ts'
import { weeksUntilNow } from './time-shift.ts'

export interface ReplayOptions {
  file: AccountFile
  /** Later statements of the same account, played after the first. */
  later: readonly AccountFile[]
  /** Moves everything by whole weeks up to now and holds the newest records back to be witnessed. */
  shift: boolean
  /** Fixes the number of weeks instead of measuring it. */
  weeks?: number
  /** Seconds between two syncs that each bring a new record. */
  interval: number
  send: AdvisorParts['send']
  wait: AdvisorParts['wait']
  /** Milliseconds since 1970 UTC; the replayed broker's clock is UTC. */
  now: () => number
  boot: string
  jitter: AdvisorParts['jitter']
  patience?: number
  onProgress?: (event: ReplayEvent) => void
}

export type ReplayEvent =
  | { weeks: number }
  | { step: 'import' | 'witness'; index: number; of: number; records: number }
  | Progress

export interface ReplayResult {
  weeks: number
  /** Records, balance operations included. */
  imported: number
  witnessed: number
  /** The server's last message to the trader. */
  message: string
}

/** How often a step may go back to older records before that counts as an error. */
const rewinds = 4

/** Sends statements as an advisor would. Throws an Error with one sentence where the server refuses. */
export async function replayStatement(options: ReplayOptions): Promise<ReplayResult> {
  const { file, wait, interval, onProgress } = options
  const now = () => Math.floor(options.now() / 1000)
  const weeks = options.weeks ?? (options.shift ? weeksUntilNow(newestTime(file), now()) : 0)
  const playback = playStatement({ file, weeks, witness: options.shift, now })
  const advisor = createAdvisor({
    terminal: playback.terminal,
    send: options.send,
    wait,
    boot: options.boot,
    jitter: options.jitter,
    ...(options.patience !== undefined && { patience: options.patience }),
    ...(onProgress && { onProgress }),
  })

  const result: ReplayResult = { weeks, imported: playback.past.records, witnessed: 0, message: '' }
  onProgress?.({ weeks })
  onProgress?.({ step: 'import', index: 1, of: 1, records: playback.past.records })
  await play(playback.past)
  await playAll(playback.witnessed)
  for (const statement of options.later) await playAll(playback.continueWith(statement))
  return result

  async function playAll(steps: readonly Step[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      await wait(interval)
      onProgress?.({ step: 'witness', index: index + 1, of: steps.length, records: step.records })
      await play(step)
      result.witnessed += step.records
    }
  }

  async function play(step: Step): Promise<void> {
    step.reveal()
    for (let turn = 0; turn < rewinds; turn += 1) {
      const round = await advisor.sync('trade')
      if (!round.done) throw new Error(round.message)
      result.message = round.answer.message
      if (round.pending === 0) return
      await wait(interval)
    }
    throw new Error('Il server continua a chiedere operazioni che ha già ricevuto.')
  }
}
