import { comparedNames, useNames } from '#features/leaderboard/web/marks/marks.ts'
import { compareAddress } from '#shared/compare-address.ts'
import * as format from '#shared/format/format.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { MarkButtons } from './marks/MarkButtons.tsx'
import type { Trader } from './types.ts'

/** The actions of visitors on every profile, links or not. */
export function ProfileActions({ trader: { username, display_name: name, performance } }: { trader: Trader }) {
  const roi = format.resultPercent(performance.roi_total)
  const marked = useNames(comparedNames)
  const fall = format.drawdownPercent(performance.drawdown_max)
  return (
    <>
      <MarkButtons username={username} />
      {marked.length > 0 && (
        <ButtonLink variant="text" href={compareAddress(marked)}>
          Confronta ({format.count(marked.length)})
        </ButtonLink>
      )}
      <ButtonLink className="hidden noscript:inline-flex" href={compareAddress([username])}>
        Confronta con un altro
      </ButtonLink>
      <ShareButton
        path={traderAddress(username)}
        title={`${name} su TopTrader`}
        text={`${name}: ROI totale ${roi}, Drawdown Max ${fall}`}
      />
    </>
  )
}
