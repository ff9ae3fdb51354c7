import { Download } from 'lucide-react'
import { useState } from 'react'
import { addressOf, readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '../Button.tsx'
import { fetchFile, keepFile } from '../upload/transfer.ts'

interface FileButtonProps {
  /** Of the call: `/api/admin/users.csv`. */
  path: string
  query: Record<string, string>
  /** Where the answer names none. */
  name: string
}

/** The whole list, as it is filtered, as a file. */
export function FileButton({ path, query, name }: FileButtonProps) {
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const call = { signal: new AbortController().signal, onProgress: () => {} }
      const { file, name: given } = await fetchFile(addressOf(path, { query }), call)
      keepFile(file, given ?? name)
    } catch (error) {
      const { status, message } = readError(error)
      toast(status === 0 ? 'Errore di connessione' : `Errore: ${message}`, 'danger')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy && 'Preparazione...'} onClick={() => void download()}>
      <Download size={15} strokeWidth={1.75} aria-hidden />
      Esporta CSV
    </Button>
  )
}
