/** `closed` is no message but the page of the closed site, until it opens: whatever call meets that first says it. */
export type ToastTone = 'ok' | 'danger' | 'warn' | 'info' | 'closed'

export interface ToastMessage {
  text: string
  tone: ToastTone
}

type Show = (message: ToastMessage) => void

let show: Show | null = null
const waiting: ToastMessage[] = []
let wanted: (() => void) | null = null

/** Says something for four seconds at the foot of the page. Errors also stay where they happened. */
export function toast(text: string, tone: ToastTone = 'info'): void {
  if (show !== null) return show({ text, tone })
  waiting.push({ text, tone })
  wanted?.()
}

/** The frame loads the toast region when the first message comes: it weighs nothing until then. */
export function onFirstToast(load: () => void): void {
  wanted = load
  if (waiting.length > 0) load()
}

/** Called by the region when it stands; passes on what waited. */
export function connectToasts(region: Show): () => void {
  show = region
  for (const message of waiting.splice(0)) region(message)
  return () => {
    show = null
  }
}
