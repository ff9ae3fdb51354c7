import { useState } from 'react'
import { noticesOf, type Dashboard } from './notices.ts'
import { globalPlace } from './place-words.ts'

/** Tells those who listen what has turned since the page was opened. A refresh that changes figures alone says nothing. */
export function StateNews({ dashboard }: { dashboard: Dashboard }) {
  const [seen, setSeen] = useState(dashboard)
  const [text, setText] = useState('')
  if (seen !== dashboard) {
    const news = newsOf(seen, dashboard)
    setSeen(dashboard)
    if (news.length > 0) setText(news.join(' '))
  }
  return <output className="sr-only">{text}</output>
}

/** The advisor's card announces its own connection. */
function newsOf(before: Dashboard, now: Dashboard): string[] {
  const news: string[] = []
  if (before.current_rank !== now.current_rank) {
    news.push(`Posizione globale: ${globalPlace(now.current_rank, now.standing.ranked)}.`)
  }
  const known = new Set(noticesOf(before).map(({ code }) => code))
  for (const { code, lead, message } of noticesOf(now)) if (!known.has(code)) news.push(`${lead} ${message}`)
  return news
}
