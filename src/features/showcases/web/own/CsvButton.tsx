import { FileDown } from 'lucide-react'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'

/** The days on screen as a file. */
export function CsvButton({ days }: { days: string }) {
  const address = `/api/my-showcase/analytics?format=csv&days=${days}`
  const download = async () =>
    (await import('#web/ui/upload/transfer.ts')).downloadFile(address, 'toptrader-vetrina.csv')
  const { run, isBusy } = useAction(download, {
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
