import { Download } from 'lucide-react'
import { addressOf } from '../../api.ts'
import { toastAdminError } from '../../error-text.ts'
import { useAction } from '../../hooks/useAction.ts'
import { Button } from '../Button.tsx'

interface FileButtonProps {
  /** Address of the call: `/api/admin/users.csv`. */
  path: string
  query: Record<string, string>
  /** Name of the file, where the answer has none. */
  name: string
}

/** The whole list with its filters, as a file. */
export function FileButton({ path, query, name }: FileButtonProps) {
  const { run, isBusy } = useAction(
    async () => (await import('../upload/transfer.ts')).downloadFile(addressOf(path, { query }), name),
    { onError: toastAdminError },
  )
  return (
    <Button size="sm" busy={isBusy && 'Preparazione...'} onClick={() => void run()}>
      <Download size={15} strokeWidth={1.75} aria-hidden />
      Esporta CSV
    </Button>
  )
}
