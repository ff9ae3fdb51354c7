/** The states of a showcase and its moves (`docs/showcases.md`, states). The server refuses moves by this table, and screens disable them. */

export const showcaseStatuses = [
  'draft',
  'pending_review',
  'published',
  'published_with_pending',
  'changes_requested',
  'rejected',
] as const
export type ShowcaseStatus = (typeof showcaseStatuses)[number]

/** A submitted version has no decision yet. */
export const waitingStatuses = ['pending_review', 'published_with_pending'] as const satisfies readonly ShowcaseStatus[]

/** Filters of moderators. `waiting`: for a decision; `public`: everybody can open it now; `hidden`: approved, but not public now. */
export const moderatedFilters = [...showcaseStatuses, 'waiting', 'public', 'hidden'] as const
export type ModeratedFilter = (typeof moderatedFilters)[number]

/** `submit` sends a version to the moderators; `save` stores a private one and leaves the status as it is. */
export const showcaseEvents = ['save', 'submit', 'approve', 'request_changes', 'reject'] as const
export type ShowcaseEvent = (typeof showcaseEvents)[number]

/** Message of a moderator at most, in characters as people count them. */
export const DECISION_MESSAGE_MAX = 1_000

type Moves = Readonly<Record<ShowcaseStatus, Partial<Record<ShowcaseEvent, ShowcaseStatus>>>>

const moves: Moves = {
  draft: { submit: 'pending_review' },
  pending_review: {
    submit: 'pending_review',
    approve: 'published',
    request_changes: 'changes_requested',
    reject: 'rejected',
  },
  published: { submit: 'published_with_pending' },
  published_with_pending: {
    submit: 'published_with_pending',
    approve: 'published',
    request_changes: 'changes_requested',
    reject: 'rejected',
  },
  changes_requested: { submit: 'pending_review' },
  rejected: { submit: 'pending_review' },
}

/**
 * The status after an event, null where the table lacks the move.
 * @param wasPublished an approved version exists: it stays public
 */
export function statusAfter(
  status: ShowcaseStatus | null,
  event: ShowcaseEvent,
  wasPublished: boolean,
): ShowcaseStatus | null {
  if (status === null) return event === 'save' ? 'draft' : event === 'submit' ? 'pending_review' : null
  if (event === 'save') return status
  const next = moves[status][event] ?? null
  return next === 'pending_review' && wasPublished ? 'published_with_pending' : next
}
