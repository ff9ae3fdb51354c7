import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { fetchFile, keepFile } from '#web/ui/upload/transfer.ts'

/** The days on screen as a file. */
export function CsvButton({ days }: { days: string }) {
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const { signal } = new AbortController()
      const { file, name } = await fetchFile(`/api/my-showcase/analytics?format=csv&days=${days}`, {
        signal,
        onProgress: () => undefined,
      })
      keepFile(file, name ?? 'toptrader-vetrina.csv')
    } catch (error) {
      toast(`CSV non scaricato. ${readError(error).message}`, 'danger')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button size="sm" busy={busy && 'Preparazione...'} onClick={() => void download()}>
      <FileDown size={15} strokeWidth={1.75} aria-hidden />
      Scarica CSV
    </Button>
  )
}
