import { recordAudit, type Actor } from '#server/audit.ts'
import { reviewSoon } from '#features/integrity/server/review/schedule.ts'
import { fail, refuseFields } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { avatarOf } from '#shared/avatar.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { normaliseLine, normaliseParagraphs } from '#shared/text/normalise-text.ts'
import type { getProfile, updateProfile } from '../contract.ts'
import { bioProblem, socialTextProblem } from '../rules.ts'
import { lockProfile, profileRow, updateProfileRow, type ProfileRow } from './queries.ts'

type Profile = ResponseOf<typeof getProfile>

const shown = ({ avatar_key: key, ...row }: ProfileRow): Profile => ({ ...row, avatar: avatarOf(key) })

export async function ownProfile({ sql }: Kernel, traderId: string): Promise<Profile> {
  return shown((await profileRow(sql, traderId)) ?? fail('UNAUTHENTICATED'))
}

/**
 * Changes the sent fields alone: a second tab overwrites nothing that it did not touch. The account's next review checks new texts for
 * claims (`docs/integrity.md`); amounts leave every page at once.
 * @throws Failure VALIDATION at the refused texts
 */
export async function changeProfile(
  { sql, clock, changes }: Kernel,
  actor: Actor,
  body: BodyOf<typeof updateProfile>,
): Promise<Profile> {
  const sent = sentFields(body)
  const traderId = actor.trader_id
  const now = instantText(Math.floor(clock.now()))
  const after = await sql.begin(async (tx): Promise<ProfileRow> => {
    const before = (await lockProfile(tx, traderId)) ?? fail('UNAUTHENTICATED')
    const changed = { ...before, ...sent }
    const isOther = (name: keyof typeof sent) => changed[name] !== before[name]
    if (!isOther('bio') && !isOther('social_text') && !isOther('hide_amounts')) return before
    await updateProfileRow(tx, traderId, changed, now)
    if (isOther('bio') || isOther('social_text')) await reviewSoon(tx, traderId, now)
    if (isOther('hide_amounts')) {
      const { hide_amounts } = changed
      await recordAudit(tx, actor, { action: 'account.amounts', subject: traderId, details: { hide_amounts }, at: now })
    }
    return changed
  })
  changes.announce(traderId)
  return shown(after)
}

function sentFields(
  body: BodyOf<typeof updateProfile>,
): Partial<Pick<ProfileRow, 'bio' | 'social_text' | 'hide_amounts'>> {
  const bio = body.bio === undefined ? undefined : normaliseParagraphs(body.bio ?? '')
  const social_text = body.social_text === undefined ? undefined : normaliseLine(body.social_text ?? '')
  const problems = {
    bio: bio ? bioProblem(bio) : null,
    social_text: social_text ? socialTextProblem(social_text) : null,
  }
  refuseFields(
    Object.fromEntries(Object.entries(problems).flatMap(([field, text]) => (text === null ? [] : [[field, text]]))),
  )
  return {
    ...(bio !== undefined && { bio }),
    ...(social_text !== undefined && { social_text }),
    ...(body.hide_amounts !== undefined && { hide_amounts: body.hide_amounts }),
  }
}
