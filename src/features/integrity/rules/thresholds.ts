import * as z from 'zod/mini'
import { rules } from './catalogue.ts'
import { reviewDays } from './review-thresholds.ts'

type NamesOf<Declaring> = Declaring extends { thresholds: infer Schemas } ? keyof Schemas & string : never
type Name = NamesOf<(typeof rules)[number]> | keyof typeof reviewDays

/** Every threshold of the rules with its default. None of them changes a figure. `INTEGRITY_THRESHOLDS` overrides single ones. */
export const thresholds = z.object(
  Object.assign({}, reviewDays, ...rules.map((rule) => rule.thresholds)) as Record<
    Name,
    (typeof reviewDays)['review_days']
  >,
)

export type Thresholds = z.output<typeof thresholds>

export const defaultThresholds: Thresholds = thresholds.parse({})
