import { Link2, Megaphone, Scale, UserRound } from 'lucide-react'
import type { ShowcaseWarning } from '#features/showcases/admin-contract.ts'
import type { ShowcaseClaim } from '#features/showcases/contract.ts'
import * as format from '#shared/format/format.ts'

const abouts = { roi: 'ROI', win_rate: 'Win rate', max_drawdown: 'Drawdown Max', trades: 'Operazioni' }

function figure(about: ShowcaseClaim['about'], value: number): string {
  if (about === 'trades') return format.count(value)
  if (about === 'win_rate') return format.sharePercent(value)
  return about === 'max_drawdown' ? format.drawdownPercent(value) : format.resultPercent(value)
}

/** A claim of a text beside the register's figure. */
export function ClaimLine({ claim, place }: { claim: ShowcaseClaim; place?: string }) {
  const { kind, words, about, verified } = claim
  const Icon = kind === 'promise' ? Megaphone : Scale
  const known =
    about === null || verified === null
      ? 'il registro non lo conferma'
      : `${abouts[about]} nel registro: ${figure(about, verified)}`
  return (
    <li className={kind === 'promise' ? 'text-danger' : 'text-warn'}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span>
        {place !== undefined && <b>{place}: </b>}«{words}»: {kind === 'promise' ? 'promessa di risultato' : known}
      </span>
    </li>
  )
}

const warningTexts: Record<ShowcaseWarning['kind'], (about: string) => string> = {
  shortener: (host) => `${host} accorcia indirizzi: non si vede dove porta, e può cambiare`,
  changed: (host) => `${host} non c’era nella versione pubblicata`,
  unusual_host: (host) => `${host} è un sito insolito per questo campo`,
  lookalike: (username) => `Il nome somiglia a quello di @${username}, tra i primi 100`,
}

/** A link or name that a moderator must check. */
export function WarningLine({ warning: { kind, about }, place }: { warning: ShowcaseWarning; place?: string }) {
  const Icon = kind === 'lookalike' ? UserRound : Link2
  return (
    <li className="text-warn">
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span>
        {place !== undefined && <b>{place}: </b>}
        {warningTexts[kind](about)}
      </span>
    </li>
  )
}
