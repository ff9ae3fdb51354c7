import { useState, type ReactNode } from 'react'
import { AssignDialog } from './AssignDialog.tsx'
import { ConfirmedAct } from './ConfirmedAct.tsx'
import type { Act } from './entries.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import type { ListedUser } from './list.ts'
import { RevealDialog } from './RevealDialog.tsx'

/**
 * What is asked before something is done to a user, and how to ask it. The question is about the user as it was asked.
 * @param onGone the user is gone from the screen, and the keyboard with it
 */
export function useAsking(user: ListedUser, onGone: () => void): { ask: (act: Act) => void; question: ReactNode } {
  const [asked, setAsked] = useState<{ act: Act; user: ListedUser } | null>(null)
  return {
    ask: (act) => setAsked({ act, user }),
    question: asked !== null && <Question {...asked} onClose={() => setAsked(null)} onGone={onGone} />,
  }
}

interface QuestionProps {
  act: Act
  user: ListedUser
  onClose: () => void
  onGone: () => void
}

function Question({ act, user, onClose, onGone }: QuestionProps) {
  if (act === 'reveal') return <RevealDialog user={user} onClose={onClose} />
  if (act === 'assign') return <AssignDialog user={user} onClose={onClose} />
  if (act === 'extend') return <ExtendDialog user={user} onClose={onClose} />
  if (act === 'erase') return <EraseDialog user={user} onClose={onClose} onGone={onGone} />
  return <ConfirmedAct act={act} user={user} onClose={onClose} />
}
