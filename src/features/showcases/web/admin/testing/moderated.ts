import { serveCalls } from '#features/integrity/web/testing/server.ts'
import type { ModeratedDetail, ModeratedShowcase } from '#features/showcases/admin-contract.ts'
import { emptyContent } from '#features/showcases/rules/content.ts'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { moderatedFilters, type ModeratedFilter } from '#features/showcases/rules/moves.ts'

const id = 'a0000000-0000-4000-8000-000000000001'
export const listKey = 'GET /api/admin/showcases'
export const keyOf = (move: string) => `POST /api/admin/showcases/${id}/${move}`
export const detailKey = `GET /api/admin/showcases/${id}`
export const deleteKey = `DELETE /api/showcases/${id}`

export function showcaseWith(change: Partial<ModeratedShowcase> = {}): ModeratedShowcase {
  return {
    showcase_id: id,
    trader_id: 'b0000000-0000-4000-8000-000000000001',
    username: 'elena.rinaldi',
    display_name: 'Elena Rinaldi',
    title: 'Swing su materie prime',
    status: 'pending_review',
    version: 3,
    waiting_since: '2026-11-20T15:00:00.000Z',
    was_published: false,
    is_public: false,
    diamond_expires: '2099-12-20T10:00:00.000Z',
    owner_deactivated: false,
    owner_email_awaited: false,
    views_count: 0,
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-20T15:00:00.000Z',
    ...change,
  }
}

export function detailWith(change: Partial<ModeratedDetail> = {}): ModeratedDetail {
  return {
    ...showcaseWith({ status: 'published_with_pending', was_published: true, is_public: true }),
    content: null,
    published_version: 2,
    changes: [
      {
        field: 'profile.description',
        before: 'Opero su oro e cambi.',
        after: 'Opero su oro e petrolio, ROI 900%.',
      },
      { field: 'links.website_url', before: 'https://elena.it/', after: 'https://bit.ly/abc' },
      {
        field: 'profile.cover_image_url',
        before: null,
        after: `/uploads/showcases/${'ab'.repeat(16)}-1600.webp`,
      },
      { field: 'content.services', before: 'Segnali', after: 'Segnali, Corsi' },
      { field: 'cta_buttons.0.style', before: 'primary', after: 'success' },
    ],
    claims: [
      { field: 'profile.description', kind: 'number', words: '900%', about: 'roi', claimed: 900, verified: 4.8 },
      {
        field: 'content.services.1',
        kind: 'promise',
        words: 'guadagni sicuri',
        about: null,
        claimed: null,
        verified: null,
      },
      { field: 'profile.subtitle', kind: 'promise', words: 'senza rischi', about: null, claimed: null, verified: null },
    ],
    warnings: [
      { field: 'links.website_url', kind: 'shortener', about: 'bit.ly' },
      { field: 'profile.display_name', kind: 'lookalike', about: 'luca_bertani' },
    ],
    events: [
      {
        event_id: 2,
        at: '2026-11-20T15:00:00.000Z',
        actor_username: 'elena.rinaldi',
        event: 'submit',
        from_status: 'changes_requested',
        to_status: 'published_with_pending',
        version: 3,
        message: null,
      },
      {
        event_id: 1,
        at: '2026-11-19T15:00:00.000Z',
        actor_username: null,
        event: 'request_changes',
        from_status: 'pending_review',
        to_status: 'changes_requested',
        version: 2,
        message: 'La copertina è sgranata.',
      },
    ],
    owner: { has_connected_account: true, current_rank: 12, verification_level: 'L1', held: 'open' },
    files: [
      {
        file_url: `/uploads/showcases/${'ab'.repeat(16)}-1600.webp`,
        kind: 'image',
        name: 'copertina.png',
        bytes: 1_048_576,
        created_at: '2026-11-20T14:00:00.000Z',
      },
    ],
    ...change,
  }
}

export function contentWith(change: Partial<ShowcaseContent> = {}): ShowcaseContent {
  const empty = emptyContent()
  const profile = {
    ...empty.profile,
    display_name: 'Elena Rinaldi',
    subtitle: 'Swing su materie prime',
    description: 'Opero su oro e petrolio.',
  }
  return { ...empty, profile, ...change }
}

export function countsOf(rows: readonly ModeratedShowcase[]): Record<ModeratedFilter, number> {
  const fits: Partial<Record<ModeratedFilter, (row: ModeratedShowcase) => boolean>> = {
    waiting: (row) => row.waiting_since !== null,
    public: (row) => row.is_public,
    hidden: (row) => row.was_published && !row.is_public,
  }
  const countOf = (filter: ModeratedFilter) => rows.filter(fits[filter] ?? ((row) => row.status === filter)).length
  return Object.fromEntries(moderatedFilters.map((filter) => [filter, countOf(filter)])) as Record<
    ModeratedFilter,
    number
  >
}

/** Serves the first page of the table, and the calls that a test adds. */
export function serve(rows: () => ModeratedShowcase[], more: Parameters<typeof serveCalls>[0] = {}) {
  return serveCalls({
    [listKey]: () => ({
      body: {
        showcases: rows(),
        total: rows().length,
        next_cursor: null,
        published_count: 24,
        draft_count: 9,
        review_count: rows().filter((row) => row.waiting_since !== null).length,
        counts: countsOf(rows()),
      },
    }),
    ...more,
  })
}
