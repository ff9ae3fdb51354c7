import { useState } from 'react'
import { useUpload, type Upload } from './useUpload.ts'

/** A file as its form holds it; pictures have no title. */
interface Held {
  address: string
  title: string | null
}

export interface FileState {
  upload: Upload
  isHeld: boolean
  /** The held file where it was sent from here, with its owner's name for it. */
  sent: { name: string; size: number } | null
  announcement: string
  /** The reason why the chosen file was not sent. */
  refusal: string | null
  /** Removes the messages of the last attempt: another one begins. */
  begin: () => void
  refuse: (reason: string) => void
  remove: () => void
  /** Takes the removed file back; null where there is none. */
  restore: (() => void) | null
}

interface Options {
  /** The call that stores it, and answers its address as `file_url`. */
  to: string
  held: Held | null
  texts: { stored: string; removed: string; restored: string }
  onChange: (held: Held | null) => void
}

/** One file of a form: sent at once, replaced, removed and restored. */
export function useFileField({ to, held, texts, onChange }: Options): FileState {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [sent, setSent] = useState<{ address: string; name: string; size: number } | null>(null)
  const [removed, setRemoved] = useState<Held | null>(null)
  const upload = useUpload<{ file_url: string; name?: string }>(to, ({ file_url: address, name }, file, given) => {
    setSent({ address, name: given, size: file.size })
    setRemoved(null)
    setAnnouncement(texts.stored)
    onChange({ address, title: name ?? null })
  })
  const begin = () => {
    upload.clear()
    setRefusal(null)
    setAnnouncement('')
  }
  function change(next: Held | null, announced: string) {
    begin()
    setRemoved(next === null ? held : null)
    setAnnouncement(announced)
    onChange(next)
  }
  return {
    upload,
    isHeld: held !== null,
    sent: sent !== null && sent.address === held?.address ? sent : null,
    announcement,
    refusal,
    begin,
    refuse: setRefusal,
    remove: () => change(null, texts.removed),
    restore: removed === null || held !== null ? null : () => change(removed, texts.restored),
  }
}
