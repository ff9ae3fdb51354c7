import {
  comparedNames,
  followedNames,
  toggleName,
  useNames,
  type NameList,
} from '#features/leaderboard/web/marks/marks.ts'
import { Button } from '#web/ui/Button.tsx'

interface MarkButtonsProps {
  username: string
  size?: 'sm'
}

/** Follows a trader and marks one for a comparison, both on this device alone. */
export function MarkButtons(props: MarkButtonsProps) {
  return (
    <>
      <Mark {...props} list={followedNames} off="Segui" on="Seguito" />
      <Mark {...props} list={comparedNames} off="Confronta" on="Nel confronto" />
    </>
  )
}

function Mark({ username, size, list, off, on }: MarkButtonsProps & { list: NameList; off: string; on: string }) {
  const isOn = useNames(list).includes(username)
  return (
    <Button
      className="noscript:hidden"
      {...(size && { size })}
      aria-pressed={isOn}
      onClick={() => toggleName(list, username)}
    >
      {/* The pressed state says it to screen readers. */}
      {isOn && <span aria-hidden="true">✓</span>}
      {isOn ? on : off}
    </Button>
  )
}
