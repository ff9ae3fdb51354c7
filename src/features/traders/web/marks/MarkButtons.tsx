import { Bookmark, BookmarkCheck, Check, Columns3 } from 'lucide-react'
import * as format from '#shared/format/format.ts'
import { toast } from '#web/toasts.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { compareAddress } from '../../compare-page.ts'
import { comparedNames, followedNames, useNames } from './marks.ts'

const look = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }

/** Marks a trader for a comparison, with the way to it, and follows the trader: both on this device alone. */
export function MarkButtons({ username }: { username: string }) {
  const marked = useNames(comparedNames)
  const isMarked = marked.includes(username)
  const isFollowed = useNames(followedNames).includes(username)
  const mark = () => {
    if (!comparedNames.toggle(username)) toast('Ne hai già segnati quattro: togline uno dal confronto.', 'info')
  }
  const follow = () => {
    if (!followedNames.toggle(username)) toast('Segui già 200 trader: togline uno dalla pagina del confronto.', 'info')
  }
  return (
    <>
      <Button className="noscript:hidden" aria-pressed={isFollowed} onClick={follow}>
        {isFollowed ? <BookmarkCheck {...look} /> : <Bookmark {...look} />}
        {isFollowed ? 'Seguito' : 'Segui'}
      </Button>
      <Button className="noscript:hidden" aria-pressed={isMarked} onClick={mark}>
        {isMarked ? <Check {...look} /> : <Columns3 {...look} />}
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
