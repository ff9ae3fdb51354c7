import { SubscribeScreen } from './SubscribeScreen.tsx'

export function DiamondSubscribeView() {
  return (
    <SubscribeScreen
      tier="diamond"
      title="Diamond"
      lead="Tutto Basic Leaderboard, con il badge Diamond accanto al tuo nome."
    />
  )
}
