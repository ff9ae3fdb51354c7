import { FileText, FileUp } from 'lucide-react'
import { PDF_BYTES_MAX, pdfTooLarge, pdfUnsupported } from '#shared/files.ts'
import { FileField } from './FileField.tsx'
import { useFileField } from './useFileField.ts'

interface PdfFieldProps {
  label: string
  /** Address of the document that the form holds, and its title. */
  value: string | null
  title: string | null
  /** The call that stores it, and answers `file_url` and `name`. */
  to: string
  help?: string
  /** The reason why the form refuses the value. */
  error?: string | null | undefined
  /** A new document brings its own title: the file's name. */
  onChange: (address: string | null, title: string | null) => void
}

/** A PDF: chosen or dropped, sent at once, replaced, removed and restored. */
export function PdfField({
  label,
  value,
  title,
  to,
  help = 'PDF. Massimo 10 MB',
  error = null,
  onChange,
}: PdfFieldProps) {
  const state = useFileField({
    to,
    held: value === null ? null : { address: value, title },
    texts: { stored: 'PDF caricato.', removed: 'PDF rimosso.', restored: 'PDF ripristinato.' },
    onChange: (held) => onChange(held?.address ?? null, held?.title ?? null),
  })
  async function choose(file: File) {
    state.begin()
    const reason = await pdfError(file)
    if (reason === null) state.upload.send(file, file.name)
    else state.refuse(reason)
  }
  return (
    <FileField
      label={label}
      state={state}
      what="del PDF"
      errorLead="Errore caricamento pdf"
      help={help}
      icon={<FileUp size={24} strokeWidth={1.5} aria-hidden />}
      thumb={
        <span className="dropzone-thumb">
          <FileText size={24} strokeWidth={1.5} aria-hidden />
        </span>
      }
      name={title === null || title === '' ? 'Documento PDF' : title}
      accept="application/pdf"
      error={error}
      onFile={(file) => void choose(file)}
    />
  )
}

/** The refusal of a chosen file before anything is sent: letter by letter the server's sentence. */
async function pdfError(file: File): Promise<string | null> {
  if (file.size > PDF_BYTES_MAX) return pdfTooLarge
  const head = await file
    .slice(0, 5)
    .text()
    .catch(() => '')
  return head === '%PDF-' ? null : pdfUnsupported
}
