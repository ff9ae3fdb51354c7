import { FileText, FileUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { PDF_BYTES_MAX, pdfTooLarge, pdfUnsupported } from '#shared/files.ts'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dropzone, HeldFile } from './Dropzone.tsx'
import { sizeText, UploadFrame } from './UploadFrame.tsx'
import { useUpload } from './useUpload.ts'

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
  const id = useId()
  const [fileError, setFileError] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [sent, setSent] = useState<{ address: string; name: string; size: number } | null>(null)
  const [removed, setRemoved] = useState<{ value: string; title: string | null } | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const upload = useUpload<{ file_url: string; name: string }>(to, ({ file_url: address, name }, file, given) => {
    setSent({ address, name: given, size: file.size })
    setRemoved(null)
    setAnnouncement('PDF caricato.')
    onChange(address, name)
  })
  const begin = () => {
    upload.clear()
    setFileError(null)
    setAnnouncement('')
  }
  async function choose(file: File) {
    begin()
    const reason = await pdfError(file)
    if (reason === null) upload.send(file, file.name)
    else setFileError(reason)
  }
  const own = sent !== null && sent.address === value ? sent : null
  const choosing = {
    ref: chooser,
    labelledBy: `${id}-label`,
    accept: 'application/pdf',
    error: fileError ?? error,
    disabled: false,
    onFile: (file: File) => void choose(file),
  }
  const undo = () => {
    if (removed === null) return
    begin()
    setRemoved(null)
    setAnnouncement('PDF ripristinato.')
    onChange(removed.value, removed.title)
  }
  return (
    <UploadFrame
      labelId={`${id}-label`}
      label={label}
      upload={upload}
      what="del PDF"
      errorLead="Errore caricamento pdf"
      chooser={chooser}
      announcement={announcement}
      undo={removed === null || value !== null ? null : undo}
    >
      {value === null ? (
        <Dropzone
          {...choosing}
          label="Scegli un file"
          icon={<FileUp size={24} strokeWidth={1.5} aria-hidden />}
          help={help}
        />
      ) : (
        <HeldFile
          {...choosing}
          thumb={
            <span className="dropzone-thumb">
              <FileText size={24} strokeWidth={1.5} aria-hidden />
            </span>
          }
          name={own?.name ?? (title === null || title === '' ? 'Documento PDF' : title)}
          note={own === null ? null : sizeText(own.size, format.count)}
        >
          <Button
            size="sm"
            variant="danger-line"
            onClick={() => {
              begin()
              setRemoved({ value, title })
              setAnnouncement('PDF rimosso.')
              onChange(null, null)
            }}
          >
            <Trash2 size={15} strokeWidth={1.75} aria-hidden />
            Rimuovi
          </Button>
        </HeldFile>
      )}
    </UploadFrame>
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
