import { PDFDocument } from '@cantoo/pdf-lib'
import { DAY, HOUR, type StoryTime } from '#features/ea/simulation/market.ts'
import type { Role } from './cast.ts'
import { coverPicture, curvePicture, rosettePicture } from './pictures.ts'
import { signIn, type Buyer } from './purchases.ts'
import { textsOf, themeOf, type ShowcaseTexts } from './showcase-texts.ts'
import type { Site } from './site.ts'

type Body = Record<string, unknown>

/** An event of a showcase: of its owner or of an admin. */
type Deed =
  | { do: 'hand in' }
  | { do: 'change'; body: (body: Body) => Body; submit?: boolean }
  | { do: 'draft' }
  | { do: 'approve' }
  | { do: 'request changes' | 'reject'; message: string }

/** Seconds before the end at which it happens, or as soon afterwards as Diamond is active. */
type Course = readonly { ago: number; deed: Deed }[]

const published = (ago: number): Course => [
  { ago, deed: { do: 'hand in' } },
  { ago: ago - DAY, deed: { do: 'approve' } },
]

/** One for each owner, in this order: the owner with the oldest Diamond plan takes the first. The excellent ones are all published. */
const courses: readonly Course[] = [
  published(88 * DAY),
  published(84 * DAY),
  [...published(80 * DAY), { ago: 30 * HOUR, deed: { do: 'change', body: withNewSubtitle } }],
  [
    { ago: 76 * DAY, deed: { do: 'hand in' } },
    {
      ago: 75 * DAY,
      deed: {
        do: 'request changes',
        message: 'La copertina mostra il marchio di un broker senza autorizzazione. Sostituiscila, poi invia di nuovo.',
      },
    },
    { ago: 73 * DAY, deed: { do: 'change', body: (body) => body } },
    { ago: 72 * DAY, deed: { do: 'approve' } },
  ],
  published(66 * DAY),
  published(58 * DAY),
  published(51 * DAY),
  published(40 * DAY),
  [
    { ago: 12 * DAY, deed: { do: 'hand in' } },
    {
      ago: 11 * DAY,
      deed: {
        do: 'request changes',
        message:
          'La seconda immagine promozionale cita il nome di un altro trader. Sostituiscila, poi pubblica di nuovo.',
      },
    },
    { ago: 9 * DAY, deed: { do: 'change', body: withNewSubtitle } },
    {
      ago: 2 * DAY,
      deed: {
        do: 'request changes',
        message:
          'Nella descrizione spiega a chi non è adatto il metodo: con questi cali di capitale è la prima cosa da dire.',
      },
    },
  ],
  [{ ago: 9 * HOUR, deed: { do: 'hand in' } }],
  [
    { ago: 15 * DAY, deed: { do: 'hand in' } },
    {
      ago: 14 * DAY,
      deed: {
        do: 'reject',
        message:
          'Il collegamento del primo pulsante porta a un sito che promette guadagni certi. Una vetrina con quel sito non può essere pubblicata.',
      },
    },
  ],
  [{ ago: 3 * DAY, deed: { do: 'draft' } }],
  published(33 * DAY),
  published(20 * DAY),
]

/** The owners of showcases: buyers of Diamond without a pretended account, the earliest first, as long as there are texts for them. */
export function showcaseOwners(roles: readonly Role[]): Role[] {
  const taken = new Map<string, number>()
  return roles
    .filter(({ plan, lapsed, mode, server, broker }) => {
      const isPretended = mode === 'real' && server === broker.servers[1]
      return plan === 'diamond' && !lapsed && !isPretended
    })
    .toSorted((left, right) => left.connected - right.connected)
    .filter(({ style }) => {
      const theme = themeOf(style)
      taken.set(theme, (taken.get(theme) ?? 0) + 1)
      return (taken.get(theme) ?? 0) <= textsOf[theme].length
    })
    .slice(0, courses.length)
}

/** Plays every course, one deed of each at a moment. @param adminEmail has the same password as everybody */
export function createShowcaseStory(site: Site, owners: readonly Role[], adminEmail: string) {
  const texts = textsByRole(owners)
  const plays = owners.map((role, index) => ({
    role,
    left: [...(courses[index] ?? [])],
    index,
    body: null as Body | null,
    id: null as string | null,
  }))
  type Play = (typeof plays)[number]
  return async (buyers: readonly Buyer[], moment: StoryTime, ago: number): Promise<void> => {
    const due = plays.filter(({ left }) => left[0] !== undefined && left[0].ago >= ago)
    if (due.length === 0) return
    // An admin's session ends twelve hours after its last use: none lasts from one moment of the story to the next.
    const token = await site.session(adminEmail)
    await Promise.all(
      due.map(async (play) => {
        const buyer = buyers.find(({ role }) => role === play.role)
        const next = play.left[0]
        if (buyer === undefined || next === undefined) return
        await signIn(site, buyer, moment)
        if (await perform(play, next.deed, buyer.userToken, token)) play.left.shift()
      }),
    )
  }

  /** False where Diamond is not active yet. */
  async function perform(play: Play, deed: Deed, owner: string, admin: string): Promise<boolean> {
    if (deed.do === 'hand in' || deed.do === 'draft') {
      const { has_access: has } = await site.call<{ has_access: boolean }>('GET', '/api/my-showcase', owner)
      if (!has) return false
      play.body = await bodyOf(play.role, play.index, owner)
      const body = { ...play.body, submit: deed.do === 'hand in' }
      play.id = (await site.call<{ showcase_id: string }>('POST', '/api/showcases/create', owner, body)).showcase_id
      return true
    }
    if (play.id === null || play.body === null) return false
    if (deed.do === 'change') {
      play.body = deed.body(play.body)
      await site.call('PUT', `/api/showcases/${play.id}`, owner, { ...play.body, submit: deed.submit ?? true })
      return true
    }
    const move = { approve: 'approve', 'request changes': 'request-changes', reject: 'reject' }[deed.do]
    const said = deed.do === 'approve' ? {} : { message: deed.message }
    await site.call('POST', `/api/admin/showcases/${play.id}/${move}`, admin, said)
    return true
  }

  async function bodyOf(role: Role, index: number, token: string): Promise<Body> {
    const { username, displayName } = role.person
    const { subtitle, description, extended, services, testimonials } = texts.get(role) ?? textsOf.swing[0]
    const picture = async (name: string, bytes: Promise<Buffer>) =>
      site.upload('/api/showcases/upload-image', token, { name, type: 'image/png', bytes: await bytes })
    const slug = username.replaceAll(/[^a-z0-9]+/g, '-')
    const check = index % 3 === 0 ? `https://www.myfxbook.com/members/${username}/toptrader/${role.login}` : null
    if (check !== null) await site.call('PUT', '/api/trader/myfxbook', token, { myfxbook_url: check })
    const page = (path: string) => `https://${slug}.example.com/${path}`
    return {
      profile: {
        display_name: displayName,
        subtitle,
        description,
        bio_extended: extended,
        profile_image_url: null,
        cover_image_url: index % 4 === 1 ? await picture('copertina.png', coverPicture(username)) : null,
      },
      links: {
        myfxbook_url: check,
        telegram_url: `https://t.me/demo_${username.replaceAll(/\W/g, '_')}`,
        discord_url: index % 2 === 0 ? `https://discord.gg/demo-${slug}` : null,
        website_url: page(''),
      },
      content: {
        services,
        promotional_images:
          index % 2 === 0
            ? [
                await picture('andamento.png', curvePicture(username)),
                ...(index % 4 === 0 ? [await picture('metodo.png', rosettePicture(username))] : []),
              ]
            : [],
        video_url: index % 5 === 0 ? page('video') : null,
        ...(index % 4 === 0 && {
          pdf_download_url: await site.upload('/api/showcases/upload-pdf', token, {
            name: 'Il metodo in breve.pdf',
            type: 'application/pdf',
            bytes: await guide(displayName, subtitle),
          }),
          pdf_title: 'Il metodo in breve',
        }),
      },
      cta_buttons: [
        { text: 'Copia i miei trade', url: page('copia'), style: 'primary' },
        {
          text: 'Unisciti alla community',
          url: `https://t.me/demo_${username.replaceAll(/\W/g, '_')}`,
          style: 'secondary',
        },
        { text: 'Apri conto con vantaggi', url: index % 3 === 2 ? null : page('broker'), style: 'success' },
      ],
      testimonials: testimonials.map(([author_name, content]) => ({ author_name, content, image_url: null })),
    }
  }
}

function textsByRole(owners: readonly Role[]): Map<Role, ShowcaseTexts> {
  const taken = new Map<string, number>()
  return new Map(
    owners.map((role) => {
      const theme = themeOf(role.style)
      const turn = taken.get(theme) ?? 0
      taken.set(theme, turn + 1)
      const list = textsOf[theme]
      return [role, list[turn % list.length] ?? list[0]]
    }),
  )
}

function withNewSubtitle(body: Body): Body {
  const profile = body['profile'] as { subtitle: string; description: string }
  const description = `${profile.description} Da questo mese rispondo alle domande il giovedì sera.`
  return { ...body, profile: { ...profile, description } }
}

/** One page. */
async function guide(name: string, subtitle: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([420, 595])
  page.drawText('Il metodo in breve', { x: 40, y: 520, size: 24 })
  page.drawText(name.normalize('NFD').replaceAll(/[^\u0020-\u007e]/g, ''), { x: 40, y: 490, size: 14 })
  page.drawText(subtitle.replaceAll('’', "'").replaceAll(/[^\u0020-\u00ff]/g, ''), {
    x: 40,
    y: 460,
    size: 11,
    maxWidth: 340,
    lineHeight: 16,
  })
  return document.save()
}
