import { useState } from 'react'
import { noticesOf, type Dashboard } from './notices.ts'
import { globalPlace } from './place-texts.ts'

/** Announces changes of state to screen readers. A refresh that changes figures alone announces nothing. */
export function StateAnnouncement({ dashboard }: { dashboard: Dashboard }) {
  const [previous, setPrevious] = useState(dashboard)
  const [text, setText] = useState('')
  if (previous !== dashboard) {
    const sentences = changesOf(previous, dashboard)
    setPrevious(dashboard)
    if (sentences.length > 0) setText(sentences.join(' '))
  }
  return <output className="sr-only">{text}</output>
}

/** The advisor's card announces its own connection. */
function changesOf(before: Dashboard, now: Dashboard): string[] {
  const sentences: string[] = []
  if (before.current_rank !== now.current_rank) {
    sentences.push(`Posizione globale: ${globalPlace(now.current_rank, now.standing.ranked)}.`)
  }
  const known = new Set(noticesOf(before).map(({ code }) => code))
  for (const { code, lead, message } of noticesOf(now)) if (!known.has(code)) sentences.push(`${lead} ${message}`)
  return sentences
}
