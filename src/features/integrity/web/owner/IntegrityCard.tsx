import { Hourglass } from 'lucide-react'
import { levelSentence, sourceNames } from '#features/integrity/level-texts.ts'
import * as format from '#shared/format/format.ts'
import { ledgerAddress } from '#shared/trader-address.ts'
import { noAccountConnected } from '#web/screen-texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LevelBadge } from '#web/ui/LevelBadge.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Own } from '../cases.ts'
import { OwnCaseBox } from './OwnCaseBox.tsx'
import { causeOf, isOnTop, nextStep } from './level-steps.ts'

/** The level of the own account, what would raise it, and what was found of it, with how to answer. */
export function IntegrityCard({ own, username }: { own: Own; username: string }) {
  const { checked, unchecked } = own.account === null ? unbound : levelSentence(own.level, causeOf(own))
  const onTop = own.cases.filter(isOnTop)
  const decided = own.cases.filter((one) => !isOnTop(one))
  const inCases = new Set(onTop.map(({ code }) => code))
  const tags = own.tags.filter(({ code }) => !inCases.has(code))
  return (
    <Panel
      title="Verifica del conto"
      end={<LevelBadge level={own.level} />}
      foot={<Head own={own} username={username} />}
    >
      <div className="grid gap-4 text-ui">
        <Held own={own} />
        <div>
          <p>{checked}</p>
          <p className="mt-1 text-ink-3">{unchecked}</p>
        </div>
        {own.match !== null && (
          <p className="text-ink-2">
            Riscontro: {sourceNames[own.match.source] ?? own.match.source}, {format.date(own.match.matched_at)}. Vale
            fino al {format.date(own.match.valid_until)}.
          </p>
        )}
        <p>
          <b>Il passo seguente.</b> <NextStep own={own} />
        </p>
        {onTop.length > 0 && (
          <section>
            <h3 className="!font-sans !text-ui !font-semibold !tracking-normal">Verifiche</h3>
            {onTop.map((one) => (
              <OwnCaseBox key={one.case_id} one={one} />
            ))}
          </section>
        )}
        <section>
          <h3 className="!font-sans !text-ui !font-semibold !tracking-normal">Segnalazioni</h3>
          {tags.length === 0 && (
            <p className="mt-1 text-ink-2">
              {onTop.length === 0 ? 'Nessuna segnalazione sul tuo conto.' : 'Nessun’altra segnalazione sul tuo conto.'}
            </p>
          )}
          <ul>
            {tags.map((tag) => (
              <Tag key={tag.code} tag={tag} />
            ))}
          </ul>
        </section>
        {decided.length > 0 && (
          <details>
            <summary className="min-h-6 text-accent underline decoration-1 underline-offset-[3px]">
              {format.counted(decided.length, 'verifica decisa', 'verifiche decise')}
            </summary>
            {decided.map((one) => (
              <OwnCaseBox key={one.case_id} one={one} />
            ))}
          </details>
        )}
      </div>
    </Panel>
  )
}

const unbound = {
  checked: noAccountConnected,
  unchecked: 'Non c’è ancora nulla da controllare.',
}

/** Why the account is out of the ranking, and whether an answer still counts. */
function Held({ own: { held } }: { own: Own }) {
  if (held === null) return null
  if (held === 'open') {
    return (
      <Alert tone="warn" lead="In verifica." icon={<Hourglass size={20} strokeWidth={1.75} aria-hidden />}>
        Il conto è fuori classifica finché una persona non ha guardato la segnalazione qui sotto. Rispondi: serve a
        decidere presto e bene.
      </Alert>
    )
  }
  return (
    <Alert tone="danger" lead="Fuori classifica.">
      Una segnalazione è stata confermata: il motivo è qui sotto. Non c’è più nulla a cui rispondere.
    </Alert>
  )
}

function NextStep({ own }: { own: Own }) {
  const { text, href, link } = nextStep(own)
  return (
    <span className="text-ink-2">
      {text}{' '}
      {href !== undefined && (
        <a className="whitespace-nowrap" href={href}>
          {link}
        </a>
      )}
    </span>
  )
}

function Tag({ tag }: { tag: Own['tags'][number] }) {
  return (
    <li className="border-b border-line py-2.5 last:border-b-0">
      <p>{tag.observed}</p>
      <p className="mt-0.5 text-ink-3">
        {tag.answer}{' '}
        <span className="whitespace-nowrap">
          {tag.occurrences > 1 ? `${format.count(tag.occurrences)} volte, ` : ''}
          {format.date(tag.last_at)}.
        </span>
      </p>
    </li>
  )
}

function Head({ own: { ledger }, username }: { own: Own; username: string }) {
  if (ledger.head === null) return 'Il registro delle sincronizzazioni comincia con la prima accettata.'
  return (
    <>
      Registro: {format.counted(ledger.length, 'voce', 'voci')}, ultima impronta{' '}
      <a className="font-mono [overflow-wrap:anywhere]" href={ledgerAddress(username)}>
        {ledger.head.slice(0, 16)}
      </a>
      . Annotala: proverà che nulla è cambiato dopo.
    </>
  )
}
