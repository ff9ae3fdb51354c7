import { randomBytes } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import { recordAudit, type Actor } from '#server/audit.ts'
import type { Config } from '#server/settings/config.ts'
import type { Kernel } from '#server/kernel.ts'
import { thisInstance } from '#server/instance.ts'
import { isSecretField } from '#server/log/log.ts'
import type { RecentLines } from '#server/log/recent-lines.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { listLogs, logLevels } from '../monitor-contract.ts'

type Answer = ResponseOf<typeof listLogs>
type Line = Answer['lines'][number]

const hidden = '[redacted]'
/** A page that follows the log reads it every two seconds: one line of the audit log an hour stands for all of them. */
const auditEveryMs = HOUR_MS
const linesAtFirst = 200
const shortestSecret = 6
const mailAddress = /[^\s"'<>(:,=@]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z][a-z0-9-]{1,62}/gi

/** The last lines of this instance in the form for admins. */
export interface Logs {
  /** @throws Failure where the audit log cannot be written */
  read: (query: QueryOf<typeof listLogs>, actor: Actor) => Promise<Answer>
}

export function createLogs(kernel: Kernel, recent: RecentLines): Logs {
  const secrets = secretsOf(kernel.config)
  const lastAudit = new Map<string, number>()
  /** The id of this process: the next process under the same instance name counts its lines from 1 again. */
  const id = randomBytes(4).toString('hex')

  async function audit(actor: Actor): Promise<void> {
    const now = Math.floor(kernel.clock.now())
    const last = lastAudit.get(actor.trader_id)
    if (last !== undefined && now - last < auditEveryMs && now >= last) return
    const at = instantText(now)
    // The search is left out: it may name a person.
    await kernel.sql.begin((tx) =>
      recordAudit(tx, actor, { action: 'system.logs', subject: null, details: { instance: thisInstance.name }, at }),
    )
    lastAudit.set(actor.trader_id, now)
  }

  return {
    async read({ level = 'debug', q, limit = linesAtFirst, after = '' }, actor) {
      await audit(actor)
      const place = `${id}.${recent.count()}`
      const own = after.split(',').find((each) => each.startsWith(`${id}.`))
      const lastRead = own === undefined ? 0 : Number(own.slice(id.length + 1))
      const search = q?.trim().toLowerCase() ?? ''
      const lines: Line[] = []
      for (const line of recent.newestFirst()) {
        if (line.n <= lastRead || lines.length === limit) break
        const fields = JSON.parse(line.text) as Record<string, unknown>
        if (logLevels.indexOf(levelOf(fields['level'])) < logLevels.indexOf(level) || isOwnRequest(fields)) continue
        const shown = shownLine(line.n, fields, secrets)
        if (search !== '' && !`${shown.message}\n${shown.details}`.toLowerCase().includes(search)) continue
        lines.push(shown)
      }
      return { instance: thisInstance, lines, place }
    },
  }
}

/** Successful reads of the log are left out: a page that follows it would show little else. Refused ones are shown. */
function isOwnRequest({ route, status }: Record<string, unknown>): boolean {
  return route === listLogs.path && status === 200
}

function shownLine(
  n: number,
  { level, time, msg, ...rest }: Record<string, unknown>,
  secrets: readonly string[],
): Line {
  const clean = (name: string, value: unknown) => {
    if (isSecretField(name)) return hidden
    return typeof value === 'string' ? withoutSecrets(value, secrets) : value
  }
  return {
    line_id: n,
    time: String(time),
    level: levelOf(level),
    message: plain(withoutSecrets(typeof msg === 'string' ? msg : '', secrets)),
    details: Object.keys(rest).length === 0 ? '' : plain(JSON.stringify(rest, clean)),
  }
}

function levelOf(level: unknown): Line['level'] {
  if (level === 'trace') return 'debug'
  return logLevels.find((known) => known === level) ?? 'error'
}

/** Makes one line of visible characters: no terminal commands, no change of reading direction, no line breaks. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/**
 * Masks in free text what the log masks by the names of fields: values of secret settings, tokens, passwords in addresses, e-mail
 * addresses.
 */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = stripVTControlCharacters(text)
  for (const secret of secrets) clean = clean.replaceAll(secret, hidden)
  clean = clean
    .replaceAll(/\b(bearer|basic) +[\w.~+/=-]{1,4096}/gi, `$1 ${hidden}`)
    .replaceAll(/:\/\/[^\s/@]{1,512}@/g, `://${hidden}@`)
    // One token in 1,500 holds no digit, so both cases of letters are enough.
    .replaceAll(/(?<![\w-])[\w-]{43,80}(?![\w-])/g, (word) =>
      /[a-z]/.test(word) && /[A-Z]/.test(word) ? hidden : word,
    )
  return clean.includes('@') ? clean.replaceAll(mailAddress, '[e-mail]') : clean
}

/** Values of secret settings, complete and in parts. The longest come first, so that none is masked in half. */
function secretsOf(config: Config): string[] {
  const whole = [
    config.ADMIN_PASSWORD,
    config.METRICS_TOKEN,
    config.NOWPAYMENTS_API_KEY,
    config.NOWPAYMENTS_IPN_SECRET,
    config.NOWPAYMENTS_PASSWORD,
    config.S3_SECRET_ACCESS_KEY,
    ...(config.SECRET_KEY?.split(',').flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]) ?? []),
    ...[
      config.DATABASE_URL,
      config.DATABASE_OWNER_URL,
      config.DATABASE_POOLER_URL,
      config.DATABASE_REPLICA_URL,
      config.SMTP_URL,
    ].flatMap((address) => {
      const password = address === undefined ? undefined : URL.parse(address)?.password
      return password ? [password, decoded(password)] : []
    }),
  ]
  return whole
    .filter((secret): secret is string => secret !== undefined && secret.length >= shortestSecret)
    .toSorted((a, b) => b.length - a.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
