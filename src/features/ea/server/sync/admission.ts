import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { date } from '#shared/format/format.ts'
import { oldestAdvisor, syncRefusals, type SyncRequest } from '../../sync-contract.ts'
import type { Intake } from '../../rules/state.ts'
import { otherSpellings, refusedBindings, type RefusedBinding } from '../accounts/bindings.ts'
import type { IgnoredSync, SyncChecks } from './checks.ts'
import { erasedAmong } from '../accounts/erased-bindings.ts'
import type { SentSync, SyncRefusal } from './sent-sync.ts'
import type { Sender } from '../queries.ts'

/**
 * The most stored records of one account. An honest one of many years has far fewer. All of them are read in one transaction at the first
 * snapshot (100,000 took 2.7 s).
 */
const maximumRecords = 200_000

/** Admission of a sync by token, person, plan, advisor, account and number of records, in this order. */

interface NamedAccount {
  platform: string
  server: string
  login: string
}

const isSameNumber = (a: NamedAccount, b: NamedAccount): boolean => a.platform === b.platform && a.login === b.login

const accountOf = ({ ea, account }: SyncRequest) => ({
  platform: ea.platform,
  server: account.server,
  login: account.login,
})

type TakenAccount =
  | (RefusedBinding & {
      /** The code that the claimant can show as the comment of a pending order. */
      claim_code: string
    })
  /** An erased trader's account: no claim can be noted for it. */
  | { account_id: null; erased_at: string }

/** Facts of the database about the accounts that requests name, by trader. */
export interface Bindings {
  /** Accounts whose first sync would bind what another trader has, or what was closed. */
  taken: ReadonlyMap<string, TakenAccount>
  /** Traders whose server's name is that of their account in another spelling. */
  respelled: ReadonlySet<string>
}

export const noBindings: Bindings = { taken: new Map(), respelled: new Set() }

function takenMessage(taken: TakenAccount): string {
  if (taken.account_id === null) {
    return `Questo conto era di un account eliminato il ${date(taken.erased_at)}: non può ripartire da zero. È tuo? Scrivi all’assistenza.`
  }
  return claimMessage(taken)
}

function claimMessage({ closed_at: closed, own, claim_code: code }: RefusedBinding & { claim_code: string }): string {
  if (closed !== null && own)
    return `Questo conto è stato chiuso il ${date(closed)}: non può ripartire da zero. Collega un altro conto.`
  const taken =
    closed === null
      ? 'Questo conto è già collegato a un altro utente.'
      : `Questo conto è stato chiuso da un altro utente il ${date(closed)}.`
  return `${taken} È tuo? Metti un ordine pendente con il commento ${code} e scrivi all’assistenza.`
}

const brokerAway = 'Il terminale non è ancora collegato al broker: attendo. Se dura, controlla il login nel terminale.'

/** Null where the request may go on. @param bindings from `readBindings` @param now milliseconds UTC */
export function admitSender(
  sender: Sender | undefined,
  request: SyncRequest,
  { taken, respelled }: Bindings,
  now: number,
): SyncRefusal | null {
  if (sender === undefined) return { code: 'TOKEN_INVALID' }
  if (sender.deactivated) return { code: 'FORBIDDEN' }
  if (sender.plan_until === null || Date.parse(sender.plan_until) <= now) return { code: 'SUBSCRIPTION_REQUIRED' }
  if (compareVersions(request.ea.version, oldestAdvisor) < 0) return { code: 'EA_TOO_OLD' }
  const account = accountOf(request)
  if (sender.account_id === null) {
    // A terminal without its broker takes every account for a demo, and the kind at the binding holds for good.
    if (!request.time.connected) return { code: 'UNAVAILABLE', message: brokerAway }
    const binding = taken.get(sender.trader_id)
    if (binding === undefined) return null
    const message = takenMessage(binding)
    return { code: 'ACCOUNT_MISMATCH', message }
  }
  const { platform, login, server } = sender
  const isRenamed = isSameNumber(sender, account)
  if (isRenamed && (server === account.server || respelled.has(sender.trader_id))) return null
  const advice = isRenamed
    ? 'Se il broker ha cambiato nome al server, scrivi all’assistenza.'
    : 'Per un altro conto usa «Cambia conto» sul sito.'
  return { code: 'ACCOUNT_MISMATCH', message: `Il token è legato al conto ${platform} ${login} (${server}). ${advice}` }
}

/** Null where the account may store what the request brings. */
export function admitRecords({ ledger }: Intake, { history: { items } }: SyncRequest): SyncRefusal | null {
  return items.length === 0 || ledger.count + items.length <= maximumRecords
    ? null
    : { code: 'FORBIDDEN', message: 'Il conto ha troppi movimenti: scrivi all’assistenza.' }
}

/**
 * Reads the bindings that decide about these requests. An account of the same trader was bound since the sender was read: the second
 * binding fails, and the request is handled again.
 */
export async function readBindings(
  kernel: Pick<Kernel, 'secrets'>,
  { claimCode }: Pick<SyncChecks, 'claimCode'>,
  tx: Transaction,
  sent: readonly SentSync[],
  senders: ReadonlyMap<string, Sender>,
): Promise<Bindings> {
  const claimed: (NamedAccount & { trader_id: string })[] = []
  const renamed: { trader_id: string; bound: string; sent: string }[] = []
  for (const { tokenHash, request } of sent) {
    const sender = senders.get(tokenHash)
    if (sender === undefined) continue
    const { trader_id } = sender
    const account = accountOf(request)
    if (sender.account_id === null) claimed.push({ trader_id, ...account })
    else if (isSameNumber(sender, account) && sender.server !== account.server)
      renamed.push({ trader_id, bound: sender.server, sent: account.server })
  }
  const respelled = await otherSpellings(tx, renamed)
  if (claimed.length === 0) return { taken: noBindings.taken, respelled }
  const bindings = await refusedBindings(tx, claimed)
  const erased = await erasedAmong(tx, kernel, claimed)
  const taken = new Map<string, TakenAccount>([
    ...[...erased].map(([traderId, erased_at]) => [traderId, { account_id: null, erased_at }] as const),
    ...bindings.map((binding) => [binding.trader_id, { ...binding, claim_code: claimCode(binding) }] as const),
  ])
  return { taken, respelled }
}

/** The facts that a refused request gives about an account that is bound, or was; null where it gives none. */
export function ignoredBecauseRefused(
  sender: Sender | undefined,
  request: SyncRequest,
  { code }: SyncRefusal,
  { taken }: Bindings,
): IgnoredSync | null {
  if (sender === undefined || code !== 'ACCOUNT_MISMATCH') return null
  if (sender.account_id !== null) return { account_id: sender.account_id, request, reason: 'other_account' }
  const { trader_id, username } = sender
  const binding = taken.get(trader_id)
  if (binding === undefined || binding.account_id === null || binding.own) return null
  const { account_id, claim_code } = binding
  return { account_id, request, reason: 'claimed', claimant: { trader_id, username }, claim_code }
}

export function refusalMessage({ code, message }: SyncRefusal): string {
  return message ?? syncRefusals[code][1]
}

/** Numbers between dots, missing ones 0. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
