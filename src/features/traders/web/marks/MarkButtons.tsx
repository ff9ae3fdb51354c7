import * as format from '#shared/format/format.ts'
import { toast } from '#web/toasts.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { compareAddress } from '../../compare-page.ts'
import { comparedNames, followedNames, useNames } from './marks.ts'

// The pressed state says it to screen readers.
const tick = <span aria-hidden="true">✓</span>

/** Marks a trader for a comparison, with the way to it, and follows the trader: both on this device alone. */
export function MarkButtons({ username }: { username: string }) {
  const marked = useNames(comparedNames)
  const isMarked = marked.includes(username)
  const isFollowed = useNames(followedNames).includes(username)
  const mark = () => {
    if (!comparedNames.toggle(username)) toast('Ne hai già segnati quattro: togline uno.', 'info')
  }
  return (
    <>
      <Button className="noscript:hidden" aria-pressed={isFollowed} onClick={() => followedNames.toggle(username)}>
        {isFollowed && tick}
        {isFollowed ? 'Seguito' : 'Segui'}
      </Button>
      <Button className="noscript:hidden" aria-pressed={isMarked} onClick={mark}>
        {isMarked && tick}
        {isMarked ? 'Nel confronto' : 'Confronta'}
      </Button>
      {marked.length > 0 && (
        <ButtonLink variant="text" href={compareAddress(marked)}>
          Confronta ({format.count(marked.length)})
        </ButtonLink>
      )}
      <ButtonLink className="hidden noscript:inline-flex" href={compareAddress([username])}>
        Confronta con un altro
      </ButtonLink>
    </>
  )
}
