import * as format from '#shared/format/format.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { MarkButtons } from './marks/MarkButtons.tsx'
import type { Trader } from './types.ts'

/** The actions of visitors on every profile, links or not. */
export function ProfileActions({ trader: { username, display_name: name, performance } }: { trader: Trader }) {
  const roi = format.resultPercent(performance.roi_total)
  const fall = format.drawdownPercent(performance.drawdown_max)
  return (
    <>
      <MarkButtons username={username} />
      <ShareButton
        path={traderAddress(username)}
        title={`${name} su TopTrader`}
        text={`${name}: ROI totale ${roi}, Max Drawdown ${fall}`}
      />
    </>
  )
}
