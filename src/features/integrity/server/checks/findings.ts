import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { withLater } from '../../later-evidence.ts'
import { catalogue, findingCodes, replyDays, ruleVersion, type FindingCode } from '../../rules/catalogue.ts'
import type { Finding } from '../../rules/rule.ts'

/** Stored findings: a tag for each account and code, and a case where a person must look. `docs/integrity.md`. */

export interface AccountFinding {
  account_id: string
  finding: Finding<FindingCode>
  /** Milliseconds UTC, where it is not the time of all. */
  at?: number
}

export interface Recorded {
  /** Cases that were opened now. */
  opened: { account_id: string; code: FindingCode; holds: boolean }[]
  /** Accounts whose public page or place changed: a new tag that everybody may read, or a hold. */
  changed: Set<string>
}

/** These say something of the sender, whatever kind of account it is. Other findings open no case on an account that is never ranked. */
const senderRules = new Set<string>(['R1', 'R6', 'R7', 'R9', 'R43'])

const stateCodes = findingCodes.filter((code) => catalogue[code].life === 'state')
const syncCodes = findingCodes.filter((code) => catalogue[code].life === 'sync')

/**
 * Stores findings: tags, and cases by the catalogue's consequence. A decided case is opened anew only by a finding made after the
 * decision that is another fact: an event; a state that had ended, or has grown to twice as many occurrences; an error of a snapshot
 * that had been gone for a day. An upheld hold holds anyway.
 * Locks the accounts' rows: a transaction of several accounts must come here once, or in the order of their ids.
 * @param at milliseconds UTC
 */
export async function recordFindings(
  tx: Transaction,
  { secrets }: Pick<Kernel, 'secrets'>,
  found: readonly AccountFinding[],
  at: number,
): Promise<Recorded> {
  const recorded: Recorded = { opened: [], changed: new Set() }
  const rows = onePerCode(found, at)
  if (rows.length === 0) return recorded
  const before = await writeTags(tx, rows)
  const grave: CaseRow[] = []
  for (const { account_id, code, is_new, again } of before) {
    const { audience, consequence, rule } = catalogue[code]
    if (audience === 'public' && (is_new || again)) recorded.changed.add(account_id)
    if (consequence !== 'warning' && consequence !== 'hold') continue
    const row = rows.find((one) => one.account_id === account_id && one.code === code)
    if (row === undefined) continue
    grave.push({
      ...row,
      case_id: secrets.newId(),
      holds: consequence === 'hold',
      reply_by: instantText(Date.parse(row.at) + replyDays * DAY_MS),
      of_sender: senderRules.has(rule),
      another: catalogue[code].life === 'event' || again,
      extended: false,
    })
  }
  if (grave.length === 0) return recorded
  await addToOpen(tx, grave)
  for (const { account_id, code, holds, is_new } of await writeCases(tx, grave)) {
    if (!is_new) continue
    recorded.opened.push({ account_id, code, holds })
    if (holds) recorded.changed.add(account_id)
  }
  return recorded
}

interface TagRow {
  account_id: string
  code: FindingCode
  at: string
  occurrences: number
  evidence: Record<string, unknown>
}

/** In the order of their ids, so that two transactions wait for each other and never both. */
function onePerCode(found: readonly AccountFinding[], at: number): TagRow[] {
  const rows = new Map<string, TagRow>()
  for (const { account_id, finding, at: ownAt } of found) {
    const { code, occurrences, evidence } = finding
    const key = `${account_id} ${code}`
    const earlier = rows.get(key)?.occurrences ?? 0
    rows.set(key, { account_id, code, at: instantText(ownAt ?? at), occurrences: earlier + occurrences, evidence })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/**
 * Answers how each tag was found; one whose newest case was cleared counts anew.
 * `again`: a state that had ended, or an error that no sync of a day had shown.
 */
function writeTags(
  tx: Transaction,
  rows: readonly TagRow[],
): Promise<{ account_id: string; code: FindingCode; is_new: boolean; again: boolean }[]> {
  return tx<{ account_id: string; code: FindingCode; is_new: boolean; again: boolean }[]>`
    with found as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
             as found(account_id uuid, code text, at timestamptz, occurrences integer, evidence jsonb)
    ), before as materialized (
      select account_id, code, tag.cleared_at, tag.last_at from integrity_tag tag join found using (account_id, code)
    ), written as (
      insert into integrity_tag as tag (account_id, code, first_at, last_at, occurrences, details, rule_version)
      select account_id, code, at, at, occurrences, evidence, ${ruleVersion} from found order by account_id, code
          on conflict (account_id, code) do update
         set last_at = greatest(tag.last_at, excluded.last_at), details = excluded.details,
             rule_version = excluded.rule_version, cleared_at = null,
             first_at = case when tag.cleared_at is not null
                                  or (tag.code <> all (${stateCodes}::text[]) and ${dismissed(tx)}) then excluded.first_at
                             else tag.first_at end,
             occurrences = case when tag.code = any (${stateCodes}::text[]) or ${dismissed(tx)} then excluded.occurrences
                                else tag.occurrences + excluded.occurrences end
    )
    select found.account_id, found.code, before.code is null as is_new,
           before.code is not null
           and (before.cleared_at is not null
                or (code = any (${syncCodes}::text[]) and before.last_at < found.at - interval '1 day')) as again
      from found left join before using (account_id, code)`
}

/** A person found nothing in what was found so far. */
const dismissed = (tx: Transaction) =>
  tx`exists (select from dismissed_finding old where old.account_id = tag.account_id and old.code = tag.code)`

interface CaseRow extends TagRow {
  case_id: string
  holds: boolean
  reply_by: string
  of_sender: boolean
  /** Another fact than the one that was decided. */
  another: boolean
  /** Its evidence holds what was found before. */
  extended: boolean
}

/** Events that an open case does not know yet are added to what it shows: else a harmless one could stand for all. */
async function addToOpen(tx: Transaction, rows: CaseRow[]): Promise<void> {
  const events = rows.filter(({ code }) => catalogue[code].life === 'event')
  if (events.length === 0) return
  const open = await tx<{ account_id: string; code: string; evidence: Record<string, unknown> }[]>`
    select account_id, code, evidence from integrity_case
     where decision is null and account_id = any (${events.map(({ account_id }) => account_id)}::uuid[])
       and code = any (${events.map(({ code }) => code)}::text[])
     order by account_id, code for update`
  for (const row of events) {
    const known = open.find(({ account_id, code }) => account_id === row.account_id && code === row.code)
    if (known === undefined) continue
    row.evidence = withLater(known.evidence, row.evidence, row.at)
    row.extended = true
  }
}

function writeCases(
  tx: Transaction,
  rows: readonly CaseRow[],
): Promise<{ account_id: string; code: FindingCode; holds: boolean; is_new: boolean }[]> {
  return tx<{ account_id: string; code: FindingCode; holds: boolean; is_new: boolean }[]>`
    with found as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
             as found(account_id uuid, code text, at timestamptz, occurrences integer, evidence jsonb, case_id uuid,
                      holds boolean, reply_by timestamptz, of_sender boolean, another boolean, extended boolean)
    ), last as materialized (
      select distinct on (account_id, code) account_id, code, old.decision, old.decided_at, old.holds as held,
             old.occurrences as counted
        from integrity_case old join found using (account_id, code)
       order by account_id, code, old.decision is null desc, old.decided_at desc
    )
    insert into integrity_case as stored (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version,
                                          evidence, occurrences)
    select case_id, account_id, code, holds, at, at, reply_by, ${ruleVersion}, evidence, occurrences
      from found join trading_account account using (account_id) left join last using (account_id, code)
     where (account.trade_mode = 'real' or of_sender)
       and (last.code is null or last.decision is null
            or (at > decided_at and not (held and decision = 'upheld') and (another or occurrences >= 2 * counted)))
     order by account_id, code
        on conflict (account_id, code) where decision is null do update
       set last_at = greatest(stored.last_at, excluded.last_at),
           evidence = coalesce((select found.evidence from found
                                 where found.account_id = stored.account_id and found.code = stored.code and extended),
                               stored.evidence),
           occurrences = case when stored.code = any (${stateCodes}::text[]) then excluded.occurrences
                              else stored.occurrences + excluded.occurrences end
    returning account_id, code, holds, xmax = 0 as is_new`
}

/** The result of a check of one account. */
export interface CheckedStates {
  account_id: string
  /** Codes of states that could be decided now, and those among them that last. */
  checked: readonly FindingCode[]
  found: readonly FindingCode[]
}

/**
 * Ends the states that were checked and not found. Answers the accounts whose public tags changed by it. Cases stay: a person decides.
 * @param at milliseconds UTC
 */
export async function clearStates(
  tx: Transaction,
  accounts: readonly CheckedStates[],
  at: number,
): Promise<Set<string>> {
  const ended = accounts.flatMap(({ account_id, checked, found }) =>
    checked.filter((code) => !found.includes(code)).map((code) => ({ account_id, code })),
  )
  if (ended.length === 0) return new Set()
  const cleared = await tx<{ account_id: string; code: FindingCode }[]>`
    update integrity_tag tag set cleared_at = ${instantText(at)}
      from json_to_recordset(${JSON.stringify(ended)}::text::json) as ended(account_id uuid, code text)
     where tag.account_id = ended.account_id and tag.code = ended.code and tag.cleared_at is null
    returning tag.account_id, tag.code`
  return new Set(
    cleared.filter(({ code }) => catalogue[code].audience === 'public').map(({ account_id }) => account_id),
  )
}
