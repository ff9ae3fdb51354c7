import * as format from '#shared/format/format.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import type { Trader } from './types.ts'

/** The actions of visitors on every profile, links or not: to follow and to compare belong here as well. */
export function ProfileActions({ trader: { username, display_name: name, performance } }: { trader: Trader }) {
  const roi = format.resultPercent(performance.roi_total)
  const fall = format.drawdownPercent(performance.drawdown_max)
  return (
    <ShareButton
      path={traderAddress(username)}
      title={`${name} su TopTrader`}
      text={`${name}: ROI totale ${roi}, Max Drawdown ${fall}`}
    />
  )
}
