import { randomBytes } from 'node:crypto'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { instantText } from '#shared/dates.ts'
import type { FindingCode } from '../catalogue.ts'
import type { SyncFacts } from '../rules/facts.ts'
import { judgeSync, type Judgement } from '../rules/judge.ts'
import { networkOf } from '../rules/network.ts'
import { newJudgeState, readJudgeState, storedState, type JudgeState } from '../rules/state.ts'
import { thresholds, type Thresholds } from '../rules/thresholds.ts'
import { noteClaims, type ClaimNote } from './checks/account-claims.ts'
import { clearStates, recordFindings, type AccountFinding } from './checks/findings.ts'
import { readMemories, writeEntries, writeMemories, writeNotes } from './checks/judge-queries.ts'
import type { Held } from './levels/level-queries.ts'
import {
  appendEntry,
  emptyLedger,
  headAfter,
  type LedgerEntry,
  type LedgerHead,
  type LedgerLine,
} from './ledger/ledger.ts'
import { noteOwnership } from './levels/ownership.ts'
import { accountChanges } from './accounts/successors.ts'

export { ownersCodes } from './cases/cases.ts'
export { eraseFindings } from './accounts/erasure.ts'

/** What the intake calls: rules and ledger are part of its transaction. `docs/integrity.md`. */

/** What is remembered of an account between two syncs. */
export interface Memory {
  state: JudgeState
  ledger: LedgerHead
  holding_p95: number | null
  /** Whether a case keeps the trader out of the ranking, and whether anything of it is still undecided. */
  held: Held
}

export const newMemory: Memory = { state: newJudgeState, ledger: emptyLedger, holding_p95: null, held: null }

export async function loadMemories(tx: Transaction, accountIds: readonly string[]): Promise<Map<string, Memory>> {
  const rows = accountIds.length === 0 ? [] : await readMemories(tx, accountIds)
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        state: readJudgeState(row.state),
        ledger: {
          length: row.ledger_length,
          head: row.ledger_head,
          at: row.ledger_at === null ? null : Date.parse(row.ledger_at),
        },
        holding_p95: row.holding_p95_ms,
        held: row.held,
      },
    ]),
  )
}

/** The entry of an accepted sync, if it makes one, and what the advisor shows of the ledger. @param at receipt, milliseconds UTC */
export function ledgerAfter(
  { ledger }: Memory,
  at: number,
  request: SyncRequest,
  lines: readonly LedgerLine[],
): { entry: LedgerEntry | null; shown: { ledger_length: number; ledger_head: string } } {
  const entry = appendEntry(ledger, at, request, lines, () => randomBytes(16).toString('hex'))
  const { length, head } = headAfter(ledger, entry)
  return { entry, shown: { ledger_length: length, ledger_head: (head ?? '').slice(0, 16) } }
}

/** One accepted sync, as it is stored. */
export interface JudgedSync {
  account_id: string
  trader_id: string
  request: SyncRequest
  /** Milliseconds UTC. */
  receipt: number
  memory: Memory
  entry: LedgerEntry | null
  judgement: Judgement
  network: string | null
  /** It brought records, or the first snapshot of a day. */
  reviewable: boolean
  /** The first of its account. */
  binds: boolean
}

/** A fault of the rules is theirs alone: the sync is stored, and the rules go on from where they were. */
export function judgeOne(
  { log }: Pick<Kernel, 'log'>,
  accountId: string,
  { state }: Memory,
  facts: SyncFacts,
  inForce: Thresholds,
): Judgement {
  try {
    const judgement = judgeSync(state, facts, inForce)
    for (const { rule, error } of judgement.faults) {
      log.error({ err: error, account_id: accountId, rule }, 'rule failed')
    }
    return judgement
  } catch (error) {
    log.error({ err: error, account_id: accountId }, 'sync not judged')
    return { state, findings: [], ended: [], retires: false, faults: [] }
  }
}

/** Stores what was remembered and found. Answers the traders whose token must be taken back. @param now milliseconds UTC */
export async function storeJudged(
  tx: Transaction,
  kernel: Pick<Kernel, 'secrets'>,
  syncs: readonly JudgedSync[],
  now: number,
): Promise<string[]> {
  if (syncs.length === 0) return []
  const found = syncs.flatMap(({ account_id, judgement, receipt }) =>
    judgement.findings.map((finding): AccountFinding => ({ account_id, finding, at: receipt })),
  )
  const bound = syncs.filter(({ binds }) => binds).map(({ account_id }) => account_id)
  found.push(...(await accountChanges(tx, bound)))
  const ended = syncs
    .filter(({ judgement }) => judgement.ended.length > 0)
    .map(({ account_id, judgement }) => ({ account_id, judged: judgement.ended, found: [] }))
  // One connection: these run one after the other, without waiting for each answer.
  await Promise.all([
    writeMemories(tx, syncs.map(memoryRow)),
    writeEntries(tx, syncs.flatMap(entryRows)),
    recordFindings(tx, kernel, found, now),
    clearStates(tx, ended, now),
    noteOwnership(tx, syncs, instantText(now)),
  ])
  return syncs.filter(({ judgement }) => judgement.retires).map(({ trader_id }) => trader_id)
}

function memoryRow({ account_id, request, receipt, memory, entry, judgement, network, reviewable }: JudgedSync) {
  const { length, head, at } = headAfter(memory.ledger, entry)
  return {
    account_id,
    state: storedState(judgement.state),
    can_trade: request.account.trade_allowed ?? null,
    sender: network,
    ledger_length: length,
    ledger_head: head,
    ledger_at: instantText(at),
    review_due_at: reviewable ? instantText(receipt) : null,
  }
}

function entryRows({ account_id, entry }: JudgedSync) {
  return entry === null ? [] : [{ account_id, ...entry, at: instantText(entry.at) }]
}

/** Hexadecimal keyed hash of the network of an address, cut to 128 bits; null where it is none. The address itself is kept nowhere. */
export function networkHash({ secrets }: Pick<Kernel, 'secrets'>, address: string): string | null {
  const network = networkOf(address)
  return network === null ? null : secrets.keyedHash(`network ${network}`).toString('hex').slice(0, 32)
}

export type RefusalNote = PlainNote | ClaimNote

interface PlainNote {
  account_id: string
  code: Extract<FindingCode, 'other_account_sent' | 'requests_replayed'>
  evidence: Record<string, unknown>
}

/**
 * Notes what was refused with an account it concerns: at most one write a minute for each, and a claimant once.
 * @param now milliseconds UTC
 */
export async function noteRefused(
  kernel: Pick<Kernel, 'sql' | 'secrets'>,
  notes: readonly RefusalNote[],
  now: number,
): Promise<void> {
  const plain = notes.filter((note): note is PlainNote => note.code !== 'account_claimed')
  const claims = notes.filter((note): note is ClaimNote => note.code === 'account_claimed')
  if (plain.length > 0) await writeNotes(kernel.sql, plain, instantText(now))
  if (claims.length > 0) await noteClaims(kernel, claims, now)
}

export { claimsInTexts } from './review/review-claims.ts'
export { reviewSoon } from './review/review-queries.ts'
export { heldOf, levelColumns, levelIn, levelSources, type Held, type LevelColumns } from './levels/level-queries.ts'

const parsed = new WeakMap<object, Thresholds>()

function faultsOf(given: object): string[] {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(thresholds.shape, name))
  return [
    ...unknown.map((name) => `INTEGRITY_THRESHOLDS.${name}: non esiste`),
    ...(thresholds.safeParse(given).error?.issues ?? []).map(
      ({ path, message }) => `INTEGRITY_THRESHOLDS.${path.join('.')}: ${message}`,
    ),
  ]
}

/** What is wrong with the thresholds of the settings, as lines of the start's list; what is no object of numbers is told elsewhere. */
export function thresholdFaults(setting = '{}'): string[] {
  try {
    const given: unknown = JSON.parse(setting)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
    return faultsOf(Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'number')))
  } catch {
    return []
  }
}

/**
 * The thresholds in force.
 * @throws StartupError that names every threshold that does not exist or makes no sense
 */
export function thresholdsOf({ config }: Pick<Kernel, 'config'>): Thresholds {
  const known = parsed.get(config)
  if (known !== undefined) return known
  const given = config.INTEGRITY_THRESHOLDS ?? {}
  const faults = faultsOf(given).map((fault) => `  - ${fault}`)
  if (faults.length > 0) throw new StartupError(`La configurazione non è valida:\n${faults.join('\n')}`)
  const read = thresholds.parse(given)
  parsed.set(config, read)
  return read
}
