import { Pause, Play } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'

/** Pauses what is read again by itself, and resumes it. */
export function PauseButton({ isPaused, onChange }: { isPaused: boolean; onChange: (isPaused: boolean) => void }) {
  const Icon = isPaused ? Play : Pause
  return (
    <Button size="sm" onClick={() => onChange(!isPaused)}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      {isPaused ? 'Riprendi' : 'Pausa'}
    </Button>
  )
}
