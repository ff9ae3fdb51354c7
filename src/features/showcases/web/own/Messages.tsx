import { MessageSquareWarning } from 'lucide-react'
import * as format from '#shared/format.ts'
import type { MyShowcase } from './own-showcase.ts'

/** What moderators wrote, newest first. */
export function Messages({ messages }: { messages: MyShowcase['moderation_messages'] }) {
  if (messages.length === 0) return null
  return (
    <section className="own-messages" aria-labelledby="messaggi">
      <div className="own-messages-head">
        <MessageSquareWarning size={21} strokeWidth={1.75} aria-hidden />
        <h2 id="messaggi">Messaggi della moderazione</h2>
        <span className="ml-auto text-ui text-ink-2 max-[820px]:hidden">
          {format.counted(messages.length, 'messaggio', 'messaggi')}
        </span>
      </div>
      <ul>
        {messages.map(({ created_at: at, message, event }, index) => (
          // Two messages may be of one moment.
          // eslint-disable-next-line react/no-array-index-key
          <li key={`${at} ${index}`}>
            <time dateTime={at}>{format.dateTime(at)}</time>
            <p className="whitespace-pre-line">
              {event === 'reject' && <b>Rifiutata: </b>}
              {message}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
