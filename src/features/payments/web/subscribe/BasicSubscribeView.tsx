import { SubscribeScreen } from './SubscribeScreen.tsx'
import type { ViewModule } from '#web/view.ts'
import { subscribeHead } from './head.ts'

export const view: ViewModule = { screen: BasicSubscribeView, head: () => subscribeHead('basic') }

export function BasicSubscribeView() {
  return (
    <SubscribeScreen
      tier="basic"
      title="Basic Leaderboard"
      lead="La tua posizione in classifica e la sincronizzazione con l’Expert Advisor."
    />
  )
}
