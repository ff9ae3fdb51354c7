import { SubscribeScreen } from './SubscribeScreen.tsx'
import type { ViewModule } from '#web/view.ts'
import { subscribeHead } from './head.ts'

export const view: ViewModule = { screen: DiamondSubscribeView, head: () => subscribeHead('diamond') }

export function DiamondSubscribeView() {
  return (
    <SubscribeScreen
      tier="diamond"
      title="Diamond"
      lead="Tutto Basic Leaderboard, più la tua vetrina: una pagina con il tuo metodo, i tuoi collegamenti e le cifre del registro."
    />
  )
}
