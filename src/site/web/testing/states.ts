import type { Answers } from './answers.ts'

export interface Screen {
  name: string
  address: string
  answers?: Answers
  signedIn?: true
  /** The browser remembers these values from before, by their keys. */
  stored?: Readonly<Record<string, string>>
  /** The admins' tools stand beside the name: the pictures of other screens of admins are without. */
  tools?: true
  /** Selector of the part at the top of the picture; the page's own top where absent. */
  at?: string
  /** Every call without an answer waits without end, or fails. */
  calls?: 'waiting' | 'failing'
  /** A person's first action. */
  does?: () => Promise<void>
  /** Two pictures say it all: a phone's in light, a desk's in dark. */
  brief?: true
}

/**
 * One screen with data, without where `empty` is there, while it loads and when its calls fail.
 * @param frame answers that are there in each state
 */
export function states(
  name: string,
  address: string,
  { full, empty }: { full: Answers; empty?: Answers },
  rest: Partial<Screen> = {},
  frame: Answers = {},
): Screen[] {
  return [
    { name: `${name}-full`, address, answers: { ...frame, ...full }, ...rest },
    ...(empty === undefined ? [] : [{ name: `${name}-empty`, address, answers: { ...frame, ...empty }, ...rest }]),
    { name: `${name}-loading`, address, answers: frame, calls: 'waiting', ...rest },
    { name: `${name}-error`, address, answers: frame, calls: 'failing', ...rest },
  ]
}

/** A screen while its calls wait, and after they have failed. */
export function unanswered(name: string, address: string, rest: Partial<Screen> = {}): Screen[] {
  return [
    { name: `${name}-loading`, address, calls: 'waiting', ...rest },
    { name: `${name}-error`, address, calls: 'failing', ...rest },
  ]
}
