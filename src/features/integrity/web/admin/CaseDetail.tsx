import { useEffect, useRef } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { navigate } from '#web/router.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Evidence } from '../Evidence.tsx'
import { isDecided, statusTones, statusTexts, type AdminCase } from '../cases.ts'
import { AccountTags } from './AccountTags.tsx'
import { BackToList } from './BackToList.tsx'
import { CaseUpdate } from './CaseUpdate.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { MatchForm } from './MatchForm.tsx'
import { noReplyText } from './decision-texts.ts'
import { addressOf, type Selection } from './selection.ts'

interface CaseDetailProps {
  selected: AdminCase | undefined
  selection: Selection
  onDecided: () => void
}

/** One case: what was found, what the trader says, and the decision. */
export function CaseDetail({ selected, selection, onDecided }: CaseDetailProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isHere = selected !== undefined
  // Opening a case is a step: the keyboard goes on from its title.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isHere])
  const back = <BackToList selection={selection} />
  if (selected === undefined) {
    return (
      <div className="panel">
        <EmptyState title="Verifica non trovata" text="L’indirizzo non porta a nessuna verifica." action={back} />
      </div>
    )
  }
  return (
    <article aria-labelledby="caso">
      <div className="min-[1140px]:hidden">{back}</div>
      <h2 id="caso" ref={heading} tabIndex={-1} className="[overflow-wrap:anywhere] focus:outline-none">
        {selected.name}
      </h2>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        <Badge tone={statusTones[selected.status]}>{statusTexts[selected.status]}</Badge>
        {selected.holds && selected.status !== 'cleared' && <Badge tone="danger">Fuori classifica</Badge>}
      </p>
      <p className="lead mt-3">{selected.text}</p>
      <CaseUpdate one={selected} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6">
        <Facts one={selected} />
        <Panel title="Prove">
          <Evidence evidence={selected.evidence} terms={selected.terms} currency={selected.currency} />
        </Panel>
        <Panel title="Risposta del trader">
          {selected.reply === null ? (
            <p className="text-ui text-ink-2">{noReplyText(selected)}</p>
          ) : (
            <>
              <p className="whitespace-pre-line text-ui [overflow-wrap:anywhere]">{selected.reply}</p>
              <p className="mt-2 text-label text-ink-3">{format.dateTime(selected.replied_at)}</p>
            </>
          )}
        </Panel>
        {isDecided(selected) && <Decided one={selected} />}
        <DecisionForm
          one={selected}
          onDone={() => {
            onDecided()
            navigate(addressOf(selection, { case: null }))
          }}
        />
        <AccountTags tags={selected.tags} currency={selected.currency} />
        <Panel title="Riscontro esterno">
          <MatchForm traderId={selected.trader_id} />
        </Panel>
      </div>
    </article>
  )
}

function Facts({ one }: { one: AdminCase }) {
  const name = `${one.display_name} (@${one.username})`
  const rows = [
    [
      'Trader',
      one.has_profile ? (
        <a key="trader" href={traderAddress(one.username)}>
          {name}
        </a>
      ) : (
        name
      ),
    ],
    [
      'Tutto sui suoi conti',
      <a key="accounts" href={adminAddress('integrity', { trader: one.trader_id })}>
        Conti, riscontri e altre verifiche
      </a>,
    ],
    ['Conto', `${one.platform}, ${one.server}, ${one.login}`],
    ['Livello', levelLabels[one.level]],
    ['Regola', `${one.rule}, versione ${one.rule_version}`],
    ['Aperta', format.dateTime(one.opened_at)],
    ['Ultima volta', `${format.dateTime(one.last_at)} (${format.counted(one.occurrences, 'volta', 'volte')})`],
    // A decided or silent case expects no answer.
    ...(one.audience === 'silent' || isDecided(one)
      ? []
      : [['Risposta attesa entro', format.dateTime(one.reply_by)] as const]),
  ] as const
  return (
    <Panel title="Di chi e quando">
      <dl className="text-ui">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
            <dt className="text-ink-3">{term}</dt>
            <dd className="text-right font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Decided({ one }: { one: AdminCase }) {
  return (
    <Panel title="Decisione">
      <p className="text-ui">
        <b>{statusTexts[one.status]}</b>
        {one.decided_by === null ? '' : `, da ${one.decided_by}`}, {format.dateTime(one.decided_at)}.
      </p>
      <p className="mt-1 whitespace-pre-line text-ui text-ink-2 [overflow-wrap:anywhere]">{one.reason}</p>
    </Panel>
  )
}
