import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { emptyContent } from '#features/showcases/rules/content.ts'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { createQueryClient } from '#web/query.ts'
import { startRouter } from '#web/router.ts'
import { mount } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import { EditorView } from '../EditorView.tsx'
import type { MyShowcase, OwnShowcase } from '../save.ts'

/** The calls of the editor with their answers, and the editor itself. */

const description = 'Opero di notte su yen e dollaro australiano, con un sistema a media frequenza.'

export function contentWith(changes: Partial<ShowcaseContent> = {}): ShowcaseContent {
  const empty = emptyContent()
  const profile = {
    ...empty.profile,
    display_name: 'Inés Carrasco',
    subtitle: 'Cambi asiatici, metodo lento',
    description,
  }
  return { ...empty, profile, ...changes }
}

export function withSubtitle(words: string): ShowcaseContent {
  const content = contentWith()
  return { ...content, profile: { ...content.profile, subtitle: words } }
}

/** A draft as the device stores it. @param base the version that it changes; null before the first save */
export const draft = (words: string, base: number | null): string =>
  JSON.stringify({ base, content: withSubtitle(words) })

const trader = {
  trader_id: 'trader-1',
  username: 'ines',
  display_name: 'Inés Carrasco',
  bio: null,
  myfxbook_url: null,
}

/** The answer for a trader with Diamond and without a showcase. */
export const nothingYet: MyShowcase = {
  error: null,
  message: null,
  has_connected_account: true,
  sends_mail: true,
  is_diamond: true,
  email_awaited: false,
  is_admin: false,
  has_access: true,
  trader_info: trader,
  kpi: {
    roi_percentage: 20,
    roi_30_days: 12.5,
    drawdown_percentage: 8.4,
    win_rate: 63.2,
    total_trades: 918,
    current_rank: 3,
  },
  showcase: null,
  owner_preview: true,
  moderation_messages: [],
  diamond_status: { expired: false, expired_date: null },
  can_create_showcase: true,
  can_edit_showcase: false,
}

export function showcaseWith(content: ShowcaseContent, changes: Partial<OwnShowcase> = {}): MyShowcase {
  const showcase: OwnShowcase = {
    ...content,
    showcase_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    title: content.profile.subtitle,
    description: content.profile.description,
    bio_short: null,
    bio_extended: content.profile.bio_extended,
    avatar_url: null,
    banner_url: null,
    trader_id: trader.trader_id,
    trader_username: trader.username,
    trader_name: trader.display_name,
    trader_info: { display_name: trader.display_name, is_diamond: true, is_admin: false },
    country: 'ES',
    current_rank: 3,
    verification_level: 'L2',
    is_ea_verified: true,
    is_real_account: true,
    platform_type: 'MT5',
    trading_style: null,
    risk_level: null,
    services: content.content.services,
    kpi: { roi_30_days: 12.5, win_rate: 63.2 },
    performance: {
      roi_percentage: 20,
      roi_30: 12.5,
      roi_total: 40,
      win_rate: 63.2,
      total_trades: 918,
      drawdown_max: 8.4,
    },
    views_count: 0,
    clicks_count: 0,
    status: 'draft',
    published_at: null,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    verified: null,
    owner_preview: true,
    pending_changes: null,
    has_myfxbook: false,
    myfxbook_url: null,
    myfxbook_matched: false,
    version: 3,
    submitted_version: null,
    published_version: null,
    is_public: false,
    has_draft: true,
    ...changes,
  }
  return { ...nothingYet, showcase, can_create_showcase: false, can_edit_showcase: true }
}

export const READ = 'GET /api/my-showcase'
export const CREATE = 'POST /api/showcases/create'
export const UPDATE = 'PUT /api/showcase/7c9e6679-7425-40de-944b-e07fc1f90ae7'
export const CLAIMS = 'POST /api/my-showcase/claims'
export const DRAFT = 'showcase-draft:trader-1'

type Calls = Parameters<typeof serveCalls>[0]

/** Draws the editor at a step of its address. */
export function edit(mine: MyShowcase, calls: Calls = {}, step = 1) {
  const start = window.location.pathname + window.location.search
  writeToken('token')
  window.history.replaceState({}, '', `/?view=showcase-editor&step=${step}`)
  const stopRouter = startRouter((address) => address.startsWith('/?view='))
  const requests = serveCalls({
    [READ]: () => ({ body: mine }),
    [CLAIMS]: () => ({ body: { claims: [] } }),
    'GET /api/dashboard': () => ({ body: { myfxbook_host: 'myfxbook.com', trader_info: { avatar: null } } }),
    ...calls,
  })
  onTestFinished(() => {
    stopRouter()
    vi.restoreAllMocks()
    writeToken(null)
    window.history.replaceState({}, '', start)
  })
  const client = createQueryClient()
  const host = mount(<EditorView />, { client })
  return {
    requests,
    host,
    client,
    sent: (key: string) => requests.filter((call) => call.key === key).map(({ body }) => body),
  }
}

export const saved = (version: number, more: object = {}) => ({
  body: {
    message: 'Salvata.',
    showcase_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    status: 'draft',
    version,
    claims: [],
    ...more,
  },
})

export const field = (name: RegExp) => page.getByRole('textbox', { name })
export const subtitle = () => field(/^Sottotitolo/)
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const step = () => new URLSearchParams(window.location.search).get('step') ?? '1'
export const view = () => new URLSearchParams(window.location.search).get('view')
