/** `closed` shows the page of the closed site instead of a message, until the site opens. */
export type ToastTone = 'ok' | 'danger' | 'warn' | 'info' | 'closed'

export interface ToastMessage {
  text: string
  tone: ToastTone
}

type Show = (message: ToastMessage) => void

let show: Show | null = null
const waiting: ToastMessage[] = []
let loadRegion: (() => void) | null = null

/** Shows a message for four seconds at the foot of the page. An error also stays where it happened. */
export function toast(text: string, tone: ToastTone = 'info'): void {
  if (show !== null) return show({ text, tone })
  waiting.push({ text, tone })
  loadRegion?.()
}

/** The frame loads the toast region with the first message: it weighs nothing until then. */
export function onFirstToast(load: () => void): void {
  loadRegion = load
  if (waiting.length > 0) load()
}

/** Called by the region once it is mounted; passes on the messages that waited. */
export function connectToasts(region: Show): () => void {
  show = region
  for (const message of waiting.splice(0)) region(message)
  return () => {
    show = null
  }
}
