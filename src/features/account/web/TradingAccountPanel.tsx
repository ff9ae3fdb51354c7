import type { ReactNode } from 'react'
import type { LinkedAccount } from '#features/account/viewer.ts'
import * as format from '#shared/format/format.ts'
import { SourceBadge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Panel.tsx'

interface TradingAccountProps {
  account: LinkedAccount
  foot?: ReactNode
}

/** The bound account, its number masked. */
export function TradingAccountPanel({ account, foot }: TradingAccountProps) {
  const { platform, currency, leverage } = account
  const rows = [
    ['Server', account.server],
    ['Numero', account.account_number],
    ['Valuta', currency],
    ['Leva', leverage === null ? format.MISSING : `1:${leverage}`],
    ['Balance', account.balance === null ? format.MISSING : format.amount(account.balance, currency)],
    ['Equity', account.equity === null ? format.MISSING : format.amount(account.equity, currency)],
  ] as const
  return (
    <Panel
      title="Conto collegato"
      end={<SourceBadge platform={platform} isReal={account.is_real_account} isVerified />}
      foot={foot}
    >
      <dl className="text-ui">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 border-b border-line py-2.5 last:border-b-0">
            <dt className="text-ink-2">{term}</dt>
            <dd className="text-right font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
