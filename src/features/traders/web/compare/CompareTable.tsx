import { Award, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { riskNames } from '#features/leaderboard/page.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels, levels } from '#shared/levels.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { toneClass } from '#web/ui/figures/Figures.tsx'
import { Avatar } from '#web/ui/Guilloche.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { bestOf } from './best.ts'
import { letters } from './texts.ts'
import type { ComparedTrader } from './types.ts'

interface Row {
  name: string
  value: (trader: ComparedTrader) => number | null
  print: (trader: ComparedTrader) => string
  /** Which end of the scale is marked, with its word. */
  best: readonly ['highest' | 'lowest', string]
  isResult?: true
}

/** A region that scrolls by itself must be reachable by keyboard. */
const reachable = { tabIndex: 0 }
const risks = ['low', 'medium', 'high'] as const

const rows: readonly Row[] = [
  {
    name: 'Rendimento nella finestra',
    value: (trader) => trader.roi_window,
    print: (trader) => format.resultPercent(trader.roi_window),
    best: ['highest', 'Il più alto'],
    isResult: true,
  },
  {
    name: 'Rendimento dall’inizio',
    value: (trader) => trader.roi_total,
    print: (trader) => format.resultPercent(trader.roi_total),
    best: ['highest', 'Il più alto'],
    isResult: true,
  },
  {
    name: 'Drawdown Max',
    value: (trader) => trader.drawdown_max,
    print: (trader) => format.drawdownPercent(trader.drawdown_max),
    best: ['lowest', 'Il più basso'],
  },
  {
    name: 'Storico',
    value: (trader) => trader.days_count,
    print: (trader) => format.days(trader.days_count),
    best: ['highest', 'Il più lungo'],
  },
  {
    name: 'Operazioni',
    value: (trader) => trader.total_trades,
    print: (trader) => format.count(trader.total_trades),
    best: ['highest', 'Il numero più alto'],
  },
  {
    name: 'Win rate',
    value: (trader) => trader.win_rate,
    print: (trader) => format.sharePercent(trader.win_rate),
    best: ['highest', 'Il più alto'],
  },
  {
    name: 'Profit factor',
    value: (trader) => trader.profit_factor,
    print: (trader) => format.decimal(trader.profit_factor),
    best: ['highest', 'Il più alto'],
  },
  {
    name: 'Livello di verifica',
    value: (trader) => (trader.is_held ? null : levels.indexOf(trader.verification_level)),
    print: (trader) => (trader.is_held ? 'In verifica' : levelLabels[trader.verification_level]),
    best: ['highest', 'Il più alto'],
  },
  {
    name: 'Rischio, ultimi 90 giorni',
    value: (trader) => (trader.risk_level === null ? null : risks.indexOf(trader.risk_level)),
    print: (trader) => (trader.risk_level === null ? format.MISSING : riskNames[trader.risk_level]),
    best: ['lowest', 'Il più basso'],
  },
]

/** Figures side by side, the best of each row with an icon and its word. */
export function CompareTable({ traders }: { traders: readonly ComparedTrader[] }) {
  return (
    <Panel title="Cifre a fianco">
      <section className="overflow-x-auto" aria-label="Tabella delle cifre a fianco" {...reachable}>
        <table className="table compare-table">
          <caption className="sr-only">Le cifre dei trader, una colonna per ognuno</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Cifra</span>
              </th>
              {traders.map((trader, position) => (
                <th
                  key={trader.username}
                  scope="col"
                  className="min-w-[128px] !whitespace-normal max-[480px]:min-w-[100px]"
                >
                  <Who trader={trader} letter={letters[position] ?? ''} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FigureRow key={row.name} row={row} traders={traders} />
            ))}
            <tr>
              <RowName>Segnalazioni aperte</RowName>
              {traders.map(({ username, tags }) => (
                <td key={username}>
                  {tags.length === 0 ? (
                    'Nessuna'
                  ) : (
                    <span className="flex flex-wrap gap-1">
                      {tags.map((tag) => (
                        <Tag key={tag.word} {...tag} />
                      ))}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

function Who({ trader, letter }: { trader: ComparedTrader; letter: string }) {
  const { username, display_name: name, avatar, rank, is_real_account: isReal } = trader
  return (
    <span className="grid gap-1">
      <Avatar name={name} size={32} image={avatar?.small ?? null} />
      <a
        className="-my-0.5 inline-block py-0.5 text-ui font-semibold text-ink [overflow-wrap:anywhere]"
        href={traderAddress(username)}
      >
        {letter} {name}
      </a>
      <span>
        {rank === null ? 'Fuori classifica' : `${format.count(rank)}ª posizione`}
        {!isReal && ' · dati demo'}
      </span>
    </span>
  )
}

function FigureRow({ row, traders }: { row: Row; traders: readonly ComparedTrader[] }) {
  const [end, word] = row.best
  const best = bestOf(traders.map(row.value), end)
  return (
    <tr>
      <RowName>{row.name}</RowName>
      {traders.map((trader, position) => (
        <td key={trader.username}>
          <span className={`text-ui font-semibold ${row.isResult ? toneClass(row.value(trader)) : ''}`}>
            {row.print(trader)}
          </span>
          {best.has(position) && (
            <span className="mt-0.5 flex items-center gap-1 text-label text-ink-2">
              <Award className="shrink-0" size={13} strokeWidth={2} aria-hidden />
              {word}
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

function RowName({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="!font-medium !whitespace-normal max-[480px]:max-w-[112px]">
      {children}
    </th>
  )
}

const tagIcons = { danger: TriangleAlert, warn: CircleAlert, info: Info }

function Tag({ tone, word }: ComparedTrader['tags'][number]) {
  const Icon = tagIcons[tone]
  return (
    <Badge tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {word}
    </Badge>
  )
}
