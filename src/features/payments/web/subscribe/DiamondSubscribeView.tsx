import { SubscribeScreen } from './SubscribeScreen.tsx'
import type { ViewModule } from '#web/view.ts'
import { subscribeHead } from './head.ts'

export const view: ViewModule = { screen: DiamondSubscribeView, head: () => subscribeHead('diamond') }

export function DiamondSubscribeView() {
  return (
    <SubscribeScreen
      tier="diamond"
      title="Diamond"
      lead="Tutto Basic Leaderboard, con il badge Diamond accanto al tuo nome."
    />
  )
}
