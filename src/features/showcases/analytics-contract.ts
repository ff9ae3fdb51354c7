import * as z from 'zod/mini'
import { anyShowcaseId } from './contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { notJsonOrCsv } from '#shared/field-texts.ts'
import { count, day, integerText, percent, printable } from '#shared/wire.ts'

/** Parts of a showcase that are clicked. `link`: one of the seven links; `myfx_click`: the button beside the figures. */
export const clickTypes = ['cta', 'link', 'share', 'myfx_click', 'video', 'pdf'] as const
export type ClickType = (typeof clickTypes)[number]

const word = z.optional(z.nullable(z.string().check(printable, z.maxLength(500))))
const source = z.optional(z.string().check(z.maxLength(253)))

/** Days of a report at most. */
export const REPORT_DAYS_MAX = 365

export const trackClick = endpoint({
  method: 'POST',
  path: '/api/showcases/track-click',
  access: 'optional',
  summary: 'Segnala un clic su una vetrina pubblica; risponde sempre 202, anche quando il clic non conta',
  body: z.object({
    showcase_id: anyShowcaseId,
    type: z.enum(clickTypes),
    /** Name of a link, text of a button, or the button's index from 0. */
    target: z.optional(z.nullable(z.union([z.string().check(printable, z.maxLength(500)), z.number()]))),
    module_type: word,
    /** Name of a link, where `target` does not hold it. */
    link_type: word,
    /** Place of a button among the buttons, from 1. */
    position: z.optional(z.nullable(z.int())),
    /** Host or place that the visitor came from. */
    source,
  }),
  response: z.object({ accepted: z.boolean() }),
  status: 202,
  errors: [],
  bodyLimit: 4 * 1024,
})

const totals = z.object({
  /** A visitor counts once in half an hour. */
  views: count,
  /** A visitor counts once in a day (UTC). */
  visitors: count,
  /** A visitor counts once for each target in half an hour. */
  clicks: count,
  /** Clicks for 100 views; null without a view. */
  ctr: percent,
})

/** Visits and clicks of a showcase, by days in UTC. `docs/showcases.md`, analytics. */
export const showcaseReport = z.object({
  days: count,
  from: day,
  to: day,
  totals,
  /** The same number of days before `from`. */
  previous: totals,
  /** Every day, oldest first, with the place in the ranking at its end. */
  daily: z.array(z.object({ date: day, views: count, visitors: count, clicks: count, rank: z.nullable(count) })),
  /** Clicked targets, most clicks first. */
  by_link: z.array(
    z.object({
      type: z.enum(clickTypes),
      target: z.string(),
      label: z.string(),
      /** Position of a button among the buttons, from 1. */
      position: z.nullable(count),
      clicks: count,
      /** The share of all clicks, percent. */
      share: percent,
      ctr: percent,
    }),
  ),
  /** Sources, most views first. `source`: a host, a place of this site, `altri` for hosts of few visitors (`rules/visit-sources.ts`), or empty where unknown. */
  by_source: z.array(z.object({ source: z.string(), views: count, clicks: count, ctr: percent })),
})
export type ShowcaseReport = z.output<typeof showcaseReport>

export const getShowcaseReport = endpoint({
  method: 'GET',
  path: '/api/my-showcase/analytics',
  access: 'user',
  summary: 'Visite e clic della propria vetrina, anche come CSV',
  query: z.object({
    days: z._default(integerText(1, REPORT_DAYS_MAX), 30),
    format: z._default(z.enum(['json', 'csv'], notJsonOrCsv), 'json'),
  }),
  response: showcaseReport,
  errors: ['SHOWCASE_NOT_FOUND'],
})
