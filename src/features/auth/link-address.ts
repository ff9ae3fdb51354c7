/** The pages that redeem a mailed link, and where its token stands. */
export type LinkForm = 'reset' | 'confirm'

/**
 * The page of a mailed link. A token that sets a password stands behind "#": it reaches no server and no log. The token that only confirms
 * an address stands in the query, since the page must work without scripts.
 */
export function linkAddress(form: LinkForm, token: string): string {
  return `/?view=auth&form=${form}${form === 'confirm' ? '&' : '#'}token=${token}`
}

/** The token in the query of a page's address, null without one. */
export function queryToken(search: URLSearchParams): string | null {
  return /^[\w-]{1,200}$/.exec(search.get('token') ?? '')?.[0] ?? null
}

/** The outcome of a confirmation without scripts. `later` asks for another attempt. */
export type ConfirmOutcome = 'confirmed' | 'dead' | 'later'

export function outcomeAddress(outcome: ConfirmOutcome): string {
  return `/?view=auth&form=confirm&outcome=${outcome}`
}

/** The outcome in the query of a page's address, null without one. */
export function queryOutcome(search: URLSearchParams): ConfirmOutcome | null {
  return (/^(?:confirmed|dead|later)$/.exec(search.get('outcome') ?? '')?.[0] ?? null) as ConfirmOutcome | null
}
