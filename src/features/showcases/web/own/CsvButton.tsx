import { FileDown } from 'lucide-react'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { fetchFile, saveFile } from '#web/ui/upload/transfer.ts'

/** The days on screen as a file. */
export function CsvButton({ days }: { days: string }) {
  const { run, isBusy } = useAction(() => fetchFile(`/api/my-showcase/analytics?format=csv&days=${days}`), {
    onDone: ({ file, name }) => saveFile(file, name ?? 'toptrader-vetrina.csv'),
    onError({ message }) {
      toast(`CSV non scaricato. ${message}`, 'danger')
      return true
    },
  })
  return (
    <Button size="sm" busy={isBusy && 'Preparazione...'} onClick={() => void run()}>
      <FileDown size={15} strokeWidth={1.75} aria-hidden />
      Scarica CSV
    </Button>
  )
}
