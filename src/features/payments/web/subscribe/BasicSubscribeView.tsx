import { SubscribeScreen } from './SubscribeScreen.tsx'

export function BasicSubscribeView() {
  return (
    <SubscribeScreen
      tier="basic"
      title="Basic Leaderboard"
      lead="La tua posizione in classifica e la sincronizzazione con l’Expert Advisor."
    />
  )
}
