import type { getModeratedShowcase, ModeratedDetail } from '#features/showcases/admin-contract.ts'
import { statusLabels } from '#features/showcases/labels.ts'
import { readError, send } from '#web/api.ts'
import { useViewer } from '#web/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusTitle, enclosingList } from '#web/ui/list/focus.ts'
import { statusErrorText } from './texts.ts'

/** A decision that came too late: another admin decided before, or the showcase is gone. */
export interface Loss {
  name: string
  /** The server's refusal. */
  refusal: string
  /** The showcase's state now; `gone` where it is deleted; null where the state could not be read. */
  now: Pick<ModeratedDetail, 'status' | 'events'> | 'gone' | null
}

/** The loss that an error means; null for any other failure, after which the row is as it was. */
export async function lossOf(showcaseId: string, name: string, error: unknown): Promise<Loss | null> {
  const { status, type } = readError(error)
  const refusal = statusErrorText(error)
  if (status === 404) return { name, refusal, now: 'gone' }
  if (type !== 'SHOWCASE_MOVE_REFUSED') return null
  try {
    const params = { showcase_id: showcaseId }
    return {
      name,
      refusal,
      now: await send<typeof getModeratedShowcase>('GET /api/admin/showcases/:showcase_id', { params }),
    }
  } catch (failure) {
    return { name, refusal, now: readError(failure).status === 404 ? 'gone' : null }
  }
}

/** Reports a lost decision above the list, since the row may have left it. */
export function LostDecision({ loss, onClose }: { loss: Loss; onClose: () => void }) {
  const viewer = useViewer()
  const { lead, text } = textsOf(loss, viewer?.username ?? null)
  return (
    <div className="mb-3">
      <Alert
        tone="danger"
        lead={lead}
        live
        action={
          <Button
            size="sm"
            onClick={(event) => {
              focusTitle(enclosingList(event.currentTarget))
              onClose()
            }}
          >
            Chiudi
          </Button>
        }
      >
        {text}
      </Alert>
    </div>
  )
}

const decisions = new Set<string>(['approve', 'request_changes', 'reject'])

function textsOf({ name, refusal, now }: Loss, own: string | null): { lead: string; text: string } {
  if (now === null) return { lead: refusal, text: `«${name}»: la tua scelta non vale.` }
  if (now === 'gone') return { lead: 'La vetrina non c’è più.', text: `«${name}» è stata eliminata.` }
  const state = `ora è «${statusLabels[now.status]}».`
  const [last] = now.events
  if (last === undefined || !decisions.has(last.event)) {
    return { lead: `Non attende più una decisione: ${state}`, text: `«${name}»: la tua scelta non vale.` }
  }
  const { actor_username: by } = last
  // The first of two attempts may have succeeded though its answer was lost.
  if (by !== null && by === own) return { lead: `Hai già deciso: ${state}`, text: `«${name}»: vale la prima scelta.` }
  const who = by === null ? '' : ` da @${by}`
  return {
    lead: `Un altro amministratore ha già deciso: ${state}`,
    text: `«${name}», decisa${who}: la tua scelta non vale.`,
  }
}
