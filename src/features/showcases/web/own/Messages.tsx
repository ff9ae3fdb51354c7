import { MessageSquareWarning } from 'lucide-react'
import type { ShowcaseStatus } from '#features/showcases/rules/moves.ts'
import * as format from '#shared/format/format.ts'
import type { MyShowcase } from './own-showcase.ts'

type Written = MyShowcase['moderation_messages']

/** True where the last message asks the owner to act. */
export const awaitsOwner = (status: ShowcaseStatus) => status === 'changes_requested' || status === 'rejected'

/** The moderators' messages, newest first: open while the owner must act, a closed history afterwards. */
export function Messages({ messages, status }: { messages: Written; status: ShowcaseStatus }) {
  if (messages.length === 0) return null
  const size = format.counted(messages.length, 'messaggio', 'messaggi')
  if (!awaitsOwner(status)) {
    return (
      <details className="own-history">
        <summary>Messaggi della moderazione: {size}</summary>
        <List messages={messages} />
      </details>
    )
  }
  return (
    <section className="own-messages" aria-labelledby="messaggi">
      <div className="own-messages-head">
        <MessageSquareWarning size={21} strokeWidth={1.75} aria-hidden />
        <h2 id="messaggi">Messaggi della moderazione</h2>
        <span className="ml-auto text-ui text-ink-2 max-[820px]:hidden">{size}</span>
      </div>
      <List messages={messages} />
    </section>
  )
}

function List({ messages }: { messages: Written }) {
  return (
    <ul>
      {messages.map(({ created_at: at, message, event }, index) => (
        // Two messages may have the same moment.
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
  )
}
