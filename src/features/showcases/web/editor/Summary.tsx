import { Alert } from '#web/ui/Alert.tsx'
import { inOrder, type FieldErrors } from './checks.ts'

interface SummaryProps {
  lead: string
  errors: FieldErrors
  onChoose: (path: string) => void
}

/** All errors at once. Each one also stands at its field, and leads to it. */
export function Summary({ lead, errors, onChoose }: SummaryProps) {
  const list = inOrder(errors)
  if (list.length === 0) return null
  return (
    <div className="mb-6">
      <Alert tone="danger" lead={lead} live>
        <span className="mt-1 grid gap-0.5">
          {list.map(({ path, word, sentence }) => (
            <button key={path} type="button" className="editor-error" onClick={() => onChoose(path)}>
              {word}: {sentence}
            </button>
          ))}
        </span>
      </Alert>
    </div>
  )
}
